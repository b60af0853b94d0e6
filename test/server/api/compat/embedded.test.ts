/** What pages and programs in public repositories ask of these services, with values in place of their variables. */

import t from 'tap'
import type { Symbology } from '../../../../symbologies/index.ts'
import { pngPicture, svgPicture } from '../../../oracle/picture.ts'
import { zxingTexts } from '../../../oracle/zxing.ts'
import { asked, type ServiceName } from './compat.ts'

type Embedded = readonly [request: string, type: Symbology, text: string]

const tail = 'unit=Fit&dpi=96&imagetype=Gif&rotation=0&color=%23000000&bgcolor=%23ffffff'

const embedded: { readonly [S in ServiceName]: readonly Embedded[] } = {
  'bwip-js': [
    ['?bcid=code128&text=AB-1&scale=3&height=10&includetext=false', 'code128', 'AB-1'],
    ['?bcid=code128&text=AB-1&includetext&scale=2', 'code128', 'AB-1'],
    ['?bcid=code128&text=AB-1&scale=1&scaleY=1&scaleX=2', 'code128', 'AB-1'],
    ['?bcid=code128&text=AB-1&scale=3&height=12&includetext=true', 'code128', 'AB-1'],
    [
      '?bcid=code128&text=AB-1&backgroundcolor=FFFFFF&textcolor=CF1111&barcolor=CF1111&scaleX=16&scaleY=4&includetext',
      'code128',
      'AB-1',
    ],
    ['?bcid=code128&text=AB-1&scale=3&includetext=true&backgroundcolor=ffffff&fmt=svg', 'code128', 'AB-1'],
    ['?bcid=code128&text=AB-1&scale=2&height=8&includetext=true&textsize=10', 'code128', 'AB-1'],
    ['?bcid=ean13&text=4006381333931&scale=3&includetext=true&guardwhitespace=true', 'ean13', '4006381333931'],
    ['?bcid=ean13&text=7896078301063&includetext&scale=1&guardwhitespace', 'ean13', '7896078301063'],
    ['?bcid=ean13&text=4006381333931', 'ean13', '4006381333931'],
    ['?bcid=ean13&text=000000000123&includetext', 'ean13', '0000000001236'],
    ['?bcid=ean13&text=4006381333931&scale=2&rotate=N&includetext=false', 'ean13', '4006381333931'],
    ['?bcid=upca&text=036000291452&scale=3&height=12&includetext', 'upca', '0036000291452'],
    [
      '?bcid=qrcode&text=https%3A%2F%2Fwww.example.com%2Fshop-detail%3Fid%3D7',
      'qr',
      'https://www.example.com/shop-detail?id=7',
    ],
    ['?bcid=qrcode&text=A1&scale=4&eclevel=L&includetext=false', 'qr', 'A1'],
    ['?bcid=qrcode&text=A1&height=6&textsize=10&scale=6&includetext', 'qr', 'A1'],
    ['?bcid=datamatrix&text=user%5E009pass&parse&scale=5&option=parse', 'datamatrix', 'user\tpass'],
    ['?bcid=datamatrixrectangular&text=1234567890&scale=2', 'datamatrix', '1234567890'],
    ['?bcid=gs1datamatrix&text=(01)09521234543213(17)261231(10)AB', 'datamatrix', '01095212345432131726123110AB'],
    ['/?bcid=isbn&text=978-1-56581-231-4+52250&includetext&guardwhitespace', 'ean13', '9781565812314'],
  ],
  barcodeapi: [
    ['128/EUR000000082', 'code128', 'EUR000000082'],
    ['EAN13/4006381333931', 'ean13', '4006381333931'],
    ['qr/TOUR%2017', 'qr', 'TOUR 17'],
    ['code128/A-17', 'code128', 'A-17'],
    ['auto/s/17', 'code128', 's/17'],
    ['auto/varad.png', 'code128', 'varad.png'],
    ['auto/A17?', 'code39', 'A17'],
    ['dm/CEN-273565-001', 'datamatrix', 'CEN-273565-001'],
    ['dm/A17?dpi=300', 'datamatrix', 'A17'],
    ['1234567890123456', 'code128', '1234567890123456'],
  ],
  qrserver: [
    ['/?size=170x170&data=https%3A%2F%2Fexample.com%2Fbooking-qr%3Fd%3D1', 'qr', 'https://example.com/booking-qr?d=1'],
    ['/?data=Iterasjon+nummer%3A+1&size=100x100', 'qr', 'Iterasjon nummer: 1'],
    ['/?size=320x320&margin=8&data=00020126580014br.gov.bcb.pix', 'qr', '00020126580014br.gov.bcb.pix'],
    ['/?size=200x200&data=URGENCE%3A%20Ren%C3%A9', 'qr', 'URGENCE: René'],
    ['/?qzone=1&size=440x440&data=bitcoin%3Aabc', 'qr', 'bitcoin:abc'],
    ['/?qzone=4&data=https://goqr.me/', 'qr', 'https://goqr.me/'],
    ['?data=hello&size=128x128', 'qr', 'hello'],
    ['?data=A-1&color=5d7db3', 'qr', 'A-1'],
    ['?color=000000&bgcolor=FFFFFF&data=2026-11-28&qzone=1&margin=0&size=250x250&ecc=L', 'qr', '2026-11-28'],
    ['/?format=svg&qzone=4&data=ss%3A%2F%2Fabc', 'qr', 'ss://abc'],
    ['/?format=svg&size=540x540&ecc=H&qzone=4&margin=0&color=111111&bgcolor=ffffff&data=A', 'qr', 'A'],
    ['/?format=png&size=500x500&data=A', 'qr', 'A'],
    ['/?size=80x80&data=A-1', 'qr', 'A-1'],
  ],
  google: [
    ['?chs=200x200&cht=qr&chl=qr/17&choe=UTF-8', 'qr', 'qr/17'],
    ['?cht=qr&chs=200x200&chl=otpauth%3A%2F%2Ftotp%2FA%3Fsecret%3DB', 'qr', 'otpauth://totp/A?secret=B'],
    ['?chs=200x200&chld=M%7C0&cht=qr&chl=A', 'qr', 'A'],
    ['?cht=qr&chs=150x150&chl=28%20de%20noviembre&chld=H|0', 'qr', '28 de noviembre'],
    [
      '?cht=qr&chld=H|1&chs=400x400&chl=https://rinkeby.etherscan.io/tx/0x1',
      'qr',
      'https://rinkeby.etherscan.io/tx/0x1',
    ],
    ['?cht=qr&chld=L|0&chs=100x100&chl=https://venmo.com/a?txn=pay&amount=5', 'qr', 'https://venmo.com/a?txn=pay'],
    ['?cht=qr&chld=l|1&chs=100x100&chl=A', 'qr', 'A'],
    ['?cht=qr&chld=H&chs=150x150&chl=A', 'qr', 'A'],
    ['?cht=qr&chld=L&choe=UTF-8&chs=400x400&chl=A', 'qr', 'A'],
    ['?chf=bg,s,65432100&cht=qr&chs=250x250&chl=HelloWorld', 'qr', 'HelloWorld'],
  ],
  'tec-it': [
    [`?data=A-17&code=Code128&multiplebarcodes=false&translate-esc=false&${tail}&qunit=Mm&quiet=0`, 'code128', 'A-17'],
    [`?translate-esc=off&data=17&code=Code39&multiplebarcodes=false&${tail}&qunit=Mm&quiet=0`, 'code39', '17'],
    [
      `?data=17%0A&code=Code128&multiplebarcodes=false&translate-esc=true&${tail}&codepage=Default&qunit=Mm&quiet=0&hidehrt=False`,
      'code128',
      '17\n',
    ],
    [
      '?data=A&code=Code128&multiplebarcodes=false&translate-esc=true&unit=Px&dpi=300&imagetype=Gif&rotation=0&color%23000000&quiet=0&hidehrt=True&modulewidth=12',
      'code128',
      'A',
    ],
    [
      `?data=4006381333931&code=EAN13&${tail}&qunit=Mm&quiet=0&dmsize=Default&eclevel=L&processTilde=false&hidehrt=true`,
      'ean13',
      '4006381333931',
    ],
    [
      `?data=03600029145&code=UPCA&multiplebarcodes=false&${tail}&codepage=&qunit=Mm&quiet=0&dmsize=Default`,
      'upca',
      '0036000291452',
    ],
    [
      `?data=AB%2F1&code=&multiplebarcodes=false&translate-esc=true&unit=Fit&dpi=400&imagetype=Gif&quiet=0`,
      'code128',
      'AB/1',
    ],
    ['?data=A-1&code=Code39&width=200&height=60', 'code39', 'A-1'],
    ['?data=A-1&code=Code128&dpi=96&dataseparator=', 'code128', 'A-1'],
    ['?data=A-1&translate-esc=on', 'code128', 'A-1'],
    ['?data=A-1&code=Code128&dpi=96&width=250&height=80', 'code128', 'A-1'],
    [
      '?data=A-1&code=Code128&translate-esc=on&dmsize=Default&eclevel=L&filetype=png&dpi=96&color=%23000000&qunit=Mm&quiet=0&ModWidth=0.3&X=0.3',
      'code128',
      'A-1',
    ],
    ['?data=A-1&code=Code128&dpi=203&unit=Px&modulewidth=2&height=64&showtext=false', 'code128', 'A-1'],
    ['?data=A-1&code=Code128&translate-esc=true&unit=Px&modulewidth=2.5&dpi=96', 'code128', 'A-1'],
    [
      '?code=Code128&modulewidth=fit&data=A-1&dpi=96&imagetype=png&rotation=0&color=&bgcolor=&fontcolor=&quiet=0&qunit=mm',
      'code128',
      'A-1',
    ],
    ['?code=Code39&data=17&dpi=300&imagetype=Svg&hidehrt=True&eclevel=M', 'code39', '17'],
    [
      '?data=(00)395011015300000011&code=Code128&translate-esc=off&unit=Fit&quiet=.25&qunit=Mm',
      'code128',
      '(00)395011015300000011',
    ],
    [
      '?data=(415)7709998041820(8020)10200008(3900)0000741000(96)20180805&code=EANUCC128&translate-esc=true&unit=Min&imagetype=Png&modulewidth=1',
      'code128',
      '4157709998041820802010200008\x1d39000000741000\x1d9620180805',
    ],
    ['?data=55555&code=MobileQRCode', 'qr', '55555'],
    [
      '?code=MobileQRUrl&multiplebarcodes=false&unit=Fit&dpi=96&imagetype=png&eclevel=M&dmsize=Default&download=true&data=A',
      'qr',
      'A',
    ],
    [
      '?data=WIFI%3AT%3AWPA%3BS%3AA%3BP%3Ab%3B%3B&code=QRCode_Wifi&dmsize=Default&eclevel=L',
      'qr',
      'WIFI:T:WPA;S:A;P:b;;',
    ],
    [
      '?code=MobileQRCode&data=A&unit=Fit&dpi=150&imagetype=Gif&rotation=0&codepage=&qunit=Mm&quiet=2.5&eclevel=H',
      'qr',
      'A',
    ],
    [
      '?data=A%0AProyecto+Integrador&code=QRCode&translate-esc=on&dmsize=Default&eclevel=M',
      'qr',
      'A\nProyecto Integrador',
    ],
    [
      '?data=0109521234543213|21VACGEN&code=DataMatrix&translate-esc=true&dmsize=Default&eclevel=L',
      'datamatrix',
      '0109521234543213|21VACGEN',
    ],
    [
      '?data=A&code=DataMatrix&multiplebarcodes=false&unit=Fit&dpi=96&imagetype=Jpeg&codepage=Default&quiet=0&dmsize=300px',
      'datamatrix',
      'A',
    ],
    ['?data=%5CF0109521234543213&code=DataMatrix&translate-esc=on&eclevel=L', 'datamatrix', '0109521234543213'],
    ['?bgcolor=FFFFFF&code=Code39FullASCII&color=CF1111&data=A17&dpi=96', 'code39', 'A17'],
    ['?data=17&code=MicroQR&dpi=96&dataseparator=', 'microqr', '17'],
    [
      '?code=Code128&multiplebarcodes=true&translate-esc=true&data=6356ab6efb7652302d19dd91&eclevel=L',
      'code128',
      '6356ab6efb7652302d19dd91',
    ],
  ],
}

for (const service of Object.keys(embedded) as ServiceName[]) {
  t.test(`${service}: what pages ask for is drawn`, async (t) => {
    for (const [request, type, text] of embedded[service]) {
      const [path = '', ...query] = request.split('?')
      const answer = asked(service, query.join('?'), path)
      t.equal(answer.status, 200, request)
      if (answer.status !== 200) continue
      const picture = answer.type === 'image/svg+xml' ? svgPicture(answer.body) : pngPicture(answer.body)
      t.same(await zxingTexts(picture, type), [text], request)
    }
  })
}
