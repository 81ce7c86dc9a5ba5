// Modules made within the life of an Inside belong to `parent`, whatever asks for them.
#pragma once

#include <systemc>

namespace dateline {

#if SC_VERSION_MAJOR >= 3
class Inside {
 public:
  explicit Inside(sc_core::sc_module& parent) : scope_((parent.*&Open::get_hierarchy_scope)()) {}
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  struct Open : sc_core::sc_module {
    using sc_module::get_hierarchy_scope;  // protected
  };
  sc_core::sc_hierarchy_scope scope_;
};
#else
class Inside {
 public:
  explicit Inside(sc_core::sc_module& parent) : context_(*sc_core::sc_get_curr_simcontext()) { context_.hierarchy_push(&parent); }
  ~Inside() { context_.hierarchy_pop(); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  sc_core::sc_simcontext& context_;
};
#endif

}  // namespace dateline
