/* libqrencode as a contender: text to matrix. Needs libqrencode (Debian: libqrencode-dev). */
#include <qrencode.h>

#include "slices.h"

static int encode(const char *name, const struct text *text) {
  (void)name;
  QRcode *code = QRcode_encodeString((const char *)text->bytes, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
  if (code == NULL) return 1;
  QRcode_free(code);
  return 0;
}

int main(void) { return run_slices(encode); }
