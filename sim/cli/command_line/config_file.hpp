// What --config FILE says: lines name=value, `#` before comments; or a result of the same command, whose recorded
// options make the same run again.
// Throws ConfigError: a file that cannot be read or is empty, JSON that is no result of this command, a line or an
// option that is malformed.
#pragma once

#include <boost/program_options.hpp>
#include <string>

namespace dateline {

[[nodiscard]] boost::program_options::parsed_options read_config(const std::string& command, const std::string& path,
                                                                 const boost::program_options::options_description& description);

}  // namespace dateline
