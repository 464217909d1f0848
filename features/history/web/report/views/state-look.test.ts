import { expect, test } from 'vitest'
import { testView } from '#testing/widgets/views.ts'
import { stateLook } from './state-look.ts'

const words = {
  ...{ on: 'On', off: 'Off', changing: 'changing' },
  colour: (colour: string) => colour.toUpperCase(),
}
const lookOf = (type: 'lamp' | 'detector', states = {}) =>
  stateLook(testView({ sensor: { type, states } }).sensor, words)

test('HI31 a lamp that names its colours has them in the chart too', () => {
  const look = lookOf('lamp', { 3: { colour: 'blue' }, RUN: { colour: 'green', word: 'Running' } })
  expect(look('red')).toEqual({ colour: 'var(--lamp-red)', word: 'RED' })
  expect(look('None')).toEqual({ colour: 'var(--lamp-grey)', word: 'GREY' })
  expect(look('RUN')).toEqual({ colour: 'var(--lamp-green)', word: 'Running' })
  expect(look('3')).toEqual({ colour: 'var(--lamp-blue)', word: '3' })
  expect(look('7')).toEqual({ colour: 'var(--lamp-grey)', word: '7' })
  expect(look('PAUSE')).toEqual({ colour: 'var(--lamp-grey)', word: 'PAUSE' })
})

test('HI31 a detector that says off or closed is off in the chart too', () => {
  const look = lookOf('detector', { 2: { word: 'Ajar' } })
  for (const off of ['0', 'off', 'OFF', 'Closed', 'false', 'no'])
    expect(look(off)).toEqual({ colour: 'var(--lamp-off)', word: 'Off' })
  for (const on of ['1', 'on', 'open']) expect(look(on).word).toBe('On')
  expect(look('2').word).toBe('Ajar')
})
