// The beginning of a process. libsystemc brings a main() of its own that prints a banner first; this one asks it not
// to, then does the same: sc_main is called, the program's own.
#include <cstdlib>
#include <systemc>

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
