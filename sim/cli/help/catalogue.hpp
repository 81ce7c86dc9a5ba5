// What there is by name, as text: what `dateline list` prints, and `dateline help routing` a part of.
#pragma once

#include <string>
#include <vector>

namespace dateline {

// A table of names.
struct CatalogueSection {
  std::string title;  // "routings"
  std::string topic;  // "routing": what `dateline help` calls it; where there is such an option, the names are its values
  struct Entry {
    std::vector<std::string> names;  // its own first, then aliases
    std::string text;                // its lines
  };
  std::string heading = {};  // behind the title: what columns hold
  std::vector<Entry> entries = {};

  [[nodiscard]] std::string text() const;
};
[[nodiscard]] const std::vector<CatalogueSection>& catalogue();

}  // namespace dateline
