/** What people call the AIs: GS1's data titles are terse, and a search must know everyday words too. */

/**
 * An AI, its name, and other words that people look for. `n` stands for any digit; in 3 digits of 4, the last is the number of
 * decimals. `#` in a name stands for that digit.
 */
type Row = readonly [ai: string, name: string, words?: string]

const rows: readonly Row[] = [
  ['00', 'SSCC', 'serial shipping container code pallet logistic unit parcel carton box'],
  ['01', 'GTIN', 'global trade item number article product item ean upc barcode'],
  ['02', 'GTIN of contents', 'content contained items in pallet carton'],
  ['03', 'GTIN made to order', 'mto'],
  ['10', 'Batch or lot', 'charge number'],
  ['11', 'Production date', 'made manufactured manufacturing day'],
  ['12', 'Due date', 'payment payable day'],
  ['13', 'Packaging date', 'packed packing pack day'],
  ['15', 'Best before', 'bbd mhd by day date quality'],
  ['16', 'Sell by', 'display until day date'],
  ['17', 'Use by or expiry', 'expiration expires expire day date safety'],
  ['20', 'Product variant', 'internal'],
  ['21', 'Serial number', 'sn unit unique'],
  ['22', 'Consumer product variant', 'cpv'],
  ['235', 'Third-party serial number', 'tpx controlled extension'],
  ['240', 'Additional product number', 'identification manufacturer article'],
  ['241', 'Customer part number', 'article'],
  ['242', 'Made-to-order variation', 'mto'],
  ['243', 'Packaging component number', 'pcn'],
  ['250', 'Secondary serial number', 'component second'],
  ['251', 'Source reference', 'origin entity animal'],
  ['253', 'GDTI', 'global document type identifier paper certificate invoice'],
  ['254', 'Location extension', 'gln sublocation internal dock'],
  ['255', 'GCN', 'global coupon number voucher'],
  ['30', 'Count of a variable item', 'quantity pieces number variable measure'],
  ['37', 'Count of contents', 'quantity pieces number units in pallet carton'],
  ['390n', 'Amount payable', 'sum price money coupon value'],
  ['391n', 'Amount payable with currency', 'sum price money iso'],
  ['392n', 'Price', 'amount money variable item'],
  ['393n', 'Price with currency', 'amount money variable item iso'],
  ['394n', 'Discount, %', 'percent off coupon rebate'],
  ['395n', 'Price per unit of measure', 'amount money'],
  ['400', 'Order number', 'purchase po customer'],
  ['401', 'GINC', 'consignment global identification freight house waybill'],
  ['402', 'GSIN', 'shipment global identification bill lading despatch'],
  ['403', 'Routing code', 'carrier parcel sort'],
  ['410', 'Ship to', 'deliver delivery gln location destination'],
  ['411', 'Invoice to', 'bill gln billing'],
  ['412', 'Supplier', 'purchased purchase from seller vendor gln'],
  ['413', 'Ship for', 'deliver forward final gln location'],
  ['414', 'Location', 'gln global number place physical site'],
  ['415', 'Pay to', 'invoicing party payee gln'],
  ['416', 'Production or service location', 'gln place factory site'],
  ['417', 'Party', 'gln company organisation organization'],
  ['420', 'Ship-to postal code', 'zip postcode deliver'],
  ['421', 'Ship-to postal code with country', 'zip postcode deliver'],
  ['422', 'Country of origin', 'made in'],
  ['423', 'Countries of initial processing', 'origin'],
  ['424', 'Country of processing'],
  ['425', 'Countries of disassembly', 'cutting slaughter'],
  ['426', 'Country of full processing'],
  ['427', 'Subdivision of origin', 'state province region'],
  ['4300', 'Ship to: company', 'deliver name consignee'],
  ['4301', 'Ship to: contact', 'deliver person name'],
  ['4302', 'Ship to: address line 1', 'deliver street'],
  ['4303', 'Ship to: address line 2', 'deliver street'],
  ['4304', 'Ship to: suburb', 'deliver district'],
  ['4305', 'Ship to: town', 'deliver city locality'],
  ['4306', 'Ship to: region', 'deliver state province'],
  ['4307', 'Ship to: country', 'deliver'],
  ['4308', 'Ship to: telephone', 'deliver phone'],
  ['4309', 'Ship to: coordinates', 'deliver gps latitude longitude geo'],
  ['4310', 'Return to: company', 'sender name'],
  ['4311', 'Return to: contact', 'sender person name'],
  ['4312', 'Return to: address line 1', 'sender street'],
  ['4313', 'Return to: address line 2', 'sender street'],
  ['4314', 'Return to: suburb', 'sender district'],
  ['4315', 'Return to: town', 'sender city locality'],
  ['4316', 'Return to: region', 'sender state province'],
  ['4317', 'Return to: country', 'sender'],
  ['4318', 'Return to: postal code', 'sender zip postcode'],
  ['4319', 'Return to: telephone', 'sender phone'],
  ['4320', 'Service description', 'carrier'],
  ['4321', 'Dangerous goods', 'hazardous hazmat adr yes no'],
  ['4322', 'Authority to leave', 'unattended deliver yes no'],
  ['4323', 'Signature required', 'deliver yes no'],
  ['4324', 'Deliver not before', 'earliest date time'],
  ['4325', 'Deliver not after', 'latest date time'],
  ['4326', 'Release date', 'day'],
  ['4330', 'Highest temperature, °F', 'maximum fahrenheit cold'],
  ['4331', 'Highest temperature, °C', 'maximum celsius cold'],
  ['4332', 'Lowest temperature, °F', 'minimum fahrenheit cold'],
  ['4333', 'Lowest temperature, °C', 'minimum celsius cold'],
  ['7001', 'NATO stock number', 'nsn defence military'],
  ['7002', 'Meat cut', 'unece carcass'],
  ['7003', 'Expiry date and time', 'expiration use by'],
  ['7004', 'Active potency', 'medicine strength'],
  ['7005', 'Catch area', 'fish fishing fao'],
  ['7006', 'First freeze date', 'frozen'],
  ['7007', 'Harvest date', 'slaughter catch killing day from to'],
  ['7008', 'Fishery species', 'fish aquatic'],
  ['7009', 'Fishing gear', 'fish net type'],
  ['7010', 'Production method', 'farmed caught fish'],
  ['7011', 'Test by date', 'day time'],
  ['7020', 'Refurbishment lot', 'batch'],
  ['7021', 'Functional status'],
  ['7022', 'Revision status'],
  ['7023', 'GIAI of an assembly', 'asset'],
  ['703n', 'Processor #', 'approval number country slaughterhouse plant'],
  ['7040', 'EU tobacco identifiers', 'uic importer'],
  ['7041', 'Freight unit type', 'package'],
  ['710', 'Reimbursement number, Germany', 'nhrn pzn medicine pharma health'],
  ['711', 'Reimbursement number, France', 'nhrn cip medicine pharma health'],
  ['712', 'Reimbursement number, Spain', 'nhrn cn medicine pharma health'],
  ['713', 'Reimbursement number, Brazil', 'nhrn drn medicine pharma health'],
  ['714', 'Reimbursement number, Portugal', 'nhrn aim medicine pharma health'],
  ['715', 'Reimbursement number, USA', 'nhrn ndc medicine pharma health drug'],
  ['716', 'Reimbursement number, Italy', 'nhrn aic medicine pharma health'],
  ['717', 'Reimbursement number, Costa Rica', 'nhrn srn medicine pharma health'],
  ['723n', 'Certification #', 'certificate'],
  ['7240', 'Protocol', 'clinical trial study'],
  ['7241', 'Media type', 'wristband aidc'],
  ['7242', 'Version control number', 'vcn'],
  ['7250', 'Date of birth', 'patient birthday dob'],
  ['7251', 'Date and time of birth', 'patient baby dob'],
  ['7252', 'Sex', 'patient gender biological'],
  ['7253', 'Family name', 'patient surname last'],
  ['7254', 'Given name', 'patient first'],
  ['7255', 'Name suffix', 'patient'],
  ['7256', 'Full name', 'patient'],
  ['7257', 'Address of a person', 'patient street'],
  ['7258', 'Birth sequence', 'baby twin'],
  ['7259', 'Baby of', 'mother family name'],
  ['8001', 'Roll dimensions', 'width length core diameter winding splices'],
  ['8002', 'Mobile telephone identifier', 'cmt phone cellular'],
  ['8003', 'GRAI', 'returnable asset global crate container keg'],
  ['8004', 'GIAI', 'individual asset global equipment'],
  ['8005', 'Price per unit'],
  ['8006', 'Piece of a trade item', 'itip part'],
  ['8007', 'IBAN', 'bank account international'],
  ['8008', 'Production date and time', 'made manufactured'],
  ['8009', 'Sensor', 'optical readable optsen'],
  ['8010', 'Component or part identifier', 'cpid'],
  ['8011', 'Component or part serial number', 'cpid'],
  ['8012', 'Software version'],
  ['8013', 'GMN', 'global model number medical device udi'],
  ['8014', 'Master UDI-DI', 'mudi medical device'],
  ['8017', 'GSRN of a provider', 'service relation staff doctor nurse'],
  ['8018', 'GSRN of a recipient', 'service relation patient customer member'],
  ['8019', 'Service relation instance', 'srin visit'],
  ['8020', 'Payment slip reference', 'invoice'],
  ['8026', 'Piece of a contained trade item', 'itip content part'],
  ['8030', 'Digital signature', 'digsig security'],
  ['8040', 'IMEI', 'phone mobile'],
  ['8041', 'Second IMEI', 'imei2 phone mobile'],
  ['8042', 'eSIM', 'eid phone mobile'],
  ['8043', 'SIM card', 'psim iccid phone mobile'],
  ['8110', 'Coupon, North America', 'voucher'],
  ['8111', 'Loyalty points', 'coupon'],
  ['8112', 'Coupon without paper, North America', 'voucher positive offer'],
  ['8200', 'Product web page', 'url internet'],
  ['90', 'Agreed between partners', 'internal mutual'],
  ...Array.from({ length: 9 }, (_, i): Row => [`${91 + i}`, 'Internal to the company', 'own']),
]

const units: { readonly [unit: string]: readonly [name: string, words: string] } = {
  kg: ['kg', 'kilogram kilo'],
  m: ['m', 'metre meter'],
  'm²': ['m²', 'square metre meter m2'],
  l: ['l', 'litre liter'],
  'm³': ['m³', 'cubic metre meter m3'],
  lb: ['lb', 'pound'],
  in: ['in', 'inch inches'],
  ft: ['ft', 'foot feet'],
  yd: ['yd', 'yard'],
  'in²': ['in²', 'square inch in2'],
  'ft²': ['ft²', 'square foot feet ft2'],
  'yd²': ['yd²', 'square yard yd2'],
  'tr oz': ['troy oz', 'ounce'],
  oz: ['fl oz', 'ounce fluid'],
  'qt (US)': ['US qt', 'quart'],
  'gal.': ['US gal', 'gallon'],
  'gal (US)': ['US gal', 'gallon'],
  'in³': ['in³', 'cubic inch in3'],
  'ft³': ['ft³', 'cubic foot feet ft3'],
  'yd³': ['yd³', 'cubic yard yd3'],
}

/** A measure, named after its title: `NET WEIGHT (kg)`, `LENGTH (m), log` of a logistic unit. */
function measureName(title: string): Omit<Name, 'ai'> {
  const [, what = title, unit = '', logistic] = /^(.+?) \((.+)\)(, log)?$/.exec(title) ?? []
  const [short, words] = units[unit] ?? ['kg/m²', 'kilogram square metre meter']
  const name = unit === '' ? 'Weight per area' : what.slice(0, 1) + what.slice(1).toLowerCase()
  const isLogistic = logistic !== undefined || what.startsWith('GROSS')
  const place = isLogistic ? 'logistic unit pallet gross' : 'item trade variable measure'
  return { name: `${name}, ${short}${logistic === undefined ? '' : ', logistic unit'}`, words: `${words} ${place}` }
}

export interface Name {
  /** As in the table: with `n` in place of a last digit that counts decimals. */
  readonly ai: string
  readonly name: string
  /** Further words for the search, in lower case. */
  readonly words: string
}

const named = new Map(rows.map(([ai, name, words = '']) => [ai, { ai, name, words }]))

/** Whether the fourth digit of an AI is the number of decimals of its value. */
export const hasDecimals = (ai: string): boolean => /^(3[1-6]|39)/.test(ai) && ai.length === 4

/** The name of an AI. @param title  GS1's data title of it */
export function nameOf(ai: string, title: string): Name {
  const open = `${ai.slice(0, 3)}n`
  const found = named.get(ai) ?? (ai.length === 4 ? named.get(open) : undefined)
  const key = hasDecimals(ai) ? open : ai
  if (found === undefined) return { ai: key, ...(title === '' ? { name: `AI ${ai}`, words: '' } : measureName(title)) }
  return { ...found, ai: key, name: found.name.replace('#', ai.slice(3)) }
}
