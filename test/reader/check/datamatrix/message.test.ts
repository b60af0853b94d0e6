import t from 'tap'
import { testDefects } from '../defects.ts'
import { codewords } from './defects.ts'

t.test('Data Matrix: codewords', async (t) => testDefects(t, codewords))
