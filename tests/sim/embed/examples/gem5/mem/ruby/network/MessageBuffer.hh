// See stand_in.hh.
#pragma once

#include "mem/ruby/stand_in.hh"
