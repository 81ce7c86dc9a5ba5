// libsystemc asks for it; no target elaborates.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) { return 1; }  // NOLINT: SystemC's signature
