// main() of every test binary that needs no SystemC.
#include "tests/run_cases.hpp"

int main(int argc, char* argv[]) { return dateline::test::run_cases(argc, argv); }
