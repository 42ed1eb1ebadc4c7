// SPDX-License-Identifier: MIT
// jimagefile.h - a small run-time image (jimage.h), made for tests.
#ifndef CCINSTR_TESTS_UNIT_LIB_JIMAGEFILE_H
#define CCINSTR_TESTS_UNIT_LIB_JIMAGEFILE_H

#include "analysis/base/emit.h"
#include "analysis/base/str.h"

struct image_file {
    const char *module;
    const char *parent;
    const char *base;
    const char *extension;
    const void *content;
    size_t n;
    size_t size;  // unpacked; 0: it is not compressed
};

// The image of these files, appended to out.
void image_make(const struct image_file *file, u4 n, struct emit *out);
// The strings of every image begin with these, for image_layer.
enum { IMAGE_ZIP = 1, IMAGE_COMPACT = 5, IMAGE_ODD = 16 };
// A layer around content that is packed so: its header, appended to out.
void image_layer(struct emit *out, u8 packed, u8 size, u4 method);

// Five files with a package entry, one of them compressed: the seed of the
// fuzzer and the image that most tests damage.
void image_sample(struct emit *out);
// What all of its classes are.
struct bytes image_text(void);

#endif
