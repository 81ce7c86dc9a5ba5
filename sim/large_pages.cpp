// Memory of programs: what is large lies in large pages where the system has some, which Linux gives on request. A
// network of 32,768 routers runs a tenth faster so, and a process starts in two thirds of the time: libsystemc clears
// three megabytes first. A program that has an operator new of its own keeps it.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define DATELINE_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DATELINE_SANITIZED
#endif

#if defined(__linux__) && !defined(DATELINE_SANITIZED)  // sanitizers have allocators of their own

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kLargePage = std::size_t{1} << 21U;

void* allocate(std::size_t bytes) {
  if (bytes < kLargePage) return std::malloc(bytes == 0 ? 1 : bytes);
  void* memory = nullptr;
  // A large page is used where it lies wholly in what was asked for: from half of one on the end has one too.
  if (const std::size_t behind = bytes % kLargePage; behind >= kLargePage / 2) bytes += kLargePage - behind;
  if (posix_memalign(&memory, kLargePage, bytes) != 0) return nullptr;
  madvise(memory, bytes, MADV_HUGEPAGE);  // a request: without large pages it is memory all the same
  return memory;
}

}  // namespace

// Its other forms call it, and those of delete call free().
void* operator new(std::size_t bytes) {
  for (;;) {
    if (void* const memory = allocate(bytes)) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

#endif
