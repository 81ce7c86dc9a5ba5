// Of SST's core: see stand_in.h.
#pragma once

#include "sst/core/stand_in.h"
