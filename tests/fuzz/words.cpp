// Mutations of command lines by their words: a fuzzer of bytes would seldom write an option's name. Every other
// mutation replaces, adds or removes a line among the arguments; names, choices and defaults are those of the tables.
#include <algorithm>
#include <cstring>
#include <random>

#include "models/base/text/name_table.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "routing/registry/registry.hpp"
#include "sim/cli/command_line/command.hpp"
#include "traffic/registry.hpp"

extern "C" {
__attribute__((weak)) std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);  // libFuzzer's
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed);
}

using namespace dateline;

namespace {

using Words = std::vector<std::string>;

Words all_words() {
  Words words = {"0",
                 "1",
                 "2",
                 "3",
                 "1/3",
                 "0.5",
                 "1e-9",
                 "-",
                 "FILE",
                 "OUT",
                 "--json=-",
                 "--load=0.3",
                 "1,1,1,1",
                 "random:7",
                 "affine:5,3",
                 "lump:1,1,1",
                 "torus:4x4",
                 "mesh:4x4",
                 "hypercube:3",
                 "torus:3x2",
                 "graph:FILE",
                 "table:FILE",
                 "matrix:FILE",
                 "permutation:FILE",
                 "hotspot:1,2@0.5",
                 "worst-case",
                 "auto",
                 "18446744073709551616",
                 "a-,b2,c",
                 "=FILE"};
  for (const Command& command : command_table()) words.push_back(command.name);
  for (const Command& command : command_table()) {
    command.with_options([&](const Declarations& declarations) {
      for (const Option& option : declarations.options()) {
        words.push_back(option.is_kind() ? "--" + option.name + "=OUT" : "--" + option.name);
        for (const std::string& choice : option.choices) words.push_back("--" + option.name + "=" + choice);
        if (option.default_value) words.push_back("--" + option.name + "=" + *option.default_value);
      }
    });
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  for (const std::string& name : names_of(routing_table())) words.push_back("--routing=" + name);
  for (const std::string& name : names_of(traffic_table())) words.push_back("--traffic=" + name);
  for (const std::string& name : mesh_permutation_names()) words.push_back("--permutation=" + name);
  return words;
}

}  // namespace

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  static const Words words = all_words();
  std::minstd_rand random(seed);
  if (random() % 2 == 0 && LLVMFuzzerMutate != nullptr) return LLVMFuzzerMutate(data, size, most);
  Words lines(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n') {
      lines.emplace_back();
    } else {
      lines.back().push_back(static_cast<char>(data[i]));
    }
  }
  const std::size_t at = random() % lines.size();
  const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
  const std::string& word = words[random() % words.size()];
  switch (random() % 4) {
    case 0:
      lines.erase(place);
      break;
    case 1:
      *place = word;
      break;
    case 2:
      place->replace(std::min(place->find('='), place->size()), std::string::npos, "=" + word.substr(word.find('=') + 1));
      break;
    default:
      lines.insert(place + 1, word);
      break;
  }
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  if (!text.empty()) text.pop_back();
  const std::size_t length = std::min(text.size(), most);
  std::memcpy(data, text.data(), length);
  return length;
}
