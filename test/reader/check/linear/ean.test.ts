import t from 'tap'
import { testDefects } from '../defects.ts'
import { ean } from './ean-defects.ts'

t.test('EAN and UPC', async (t) => testDefects(t, ean))
