/* zint as a contender: text to matrix, nothing drawn. Needs libzint (Debian: libzint-dev). */
#include <zint.h>

#include "slices.h"

static const struct {
  const char *prefix; /* of the pool's name */
  int symbology;
  int option_1; /* QR Code: 2 is level M */
  int option_3; /* Data Matrix: squares only */
} kinds[] = {
    {"code128", BARCODE_CODE128, -1, 0},   {"code39", BARCODE_CODE39, -1, 0},
    {"itf14", BARCODE_ITF14, -1, 0},       {"ean", BARCODE_EANX, -1, 0},
    {"upca", BARCODE_UPCA, -1, 0},         {"upce", BARCODE_UPCE, -1, 0},
    {"qr", BARCODE_QRCODE, 2, 0},          {"microqr", BARCODE_MICROQR, -1, 0},
    {"datamatrix", BARCODE_DATAMATRIX, -1, DM_SQUARE},
};

static int encode(const char *name, const struct text *text) {
  static struct zint_symbol *symbol;
  if (symbol == NULL) symbol = ZBarcode_Create();
  /* created once and cleared for each text, which is the fastest way with zint */
  ZBarcode_Clear(symbol);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strncmp(name, kinds[i].prefix, strlen(kinds[i].prefix)) != 0) continue;
    symbol->symbology = kinds[i].symbology;
    symbol->option_1 = kinds[i].option_1;
    symbol->option_2 = 0;
    symbol->option_3 = kinds[i].option_3;
    return ZBarcode_Encode(symbol, text->bytes, text->length) >= ZINT_ERROR;
  }
  return 1;
}

int main(void) { return run_slices(encode); }
