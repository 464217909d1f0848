import { expect, test } from 'vitest'
import { testView } from '#testing/widgets/views.ts'
import { stateStyle } from './state-style.ts'

const words = {
  ...{ on: 'On', off: 'Off', changing: 'changing' },
  colour: (colour: string) => colour.toUpperCase(),
}
const styleOf = (type: 'lamp' | 'detector', states = {}) =>
  stateStyle(testView({ sensor: { type, states } }).sensor, words)

test('HI31 a lamp that names its colours has them in the chart too', () => {
  const style = styleOf('lamp', {
    3: { colour: 'blue' },
    RUN: { colour: 'green', word: 'Running' },
  })
  expect(style('red')).toEqual({ colour: 'var(--lamp-red)', word: 'RED' })
  expect(style('None')).toEqual({ colour: 'var(--lamp-grey)', word: 'GREY' })
  expect(style('RUN')).toEqual({ colour: 'var(--lamp-green)', word: 'Running' })
  expect(style('3')).toEqual({ colour: 'var(--lamp-blue)', word: '3' })
  expect(style('7')).toEqual({ colour: 'var(--lamp-grey)', word: '7' })
  expect(style('PAUSE')).toEqual({ colour: 'var(--lamp-grey)', word: 'PAUSE' })
})

test('HI31 a detector that reports off or closed is off in the chart too', () => {
  const style = styleOf('detector', { 2: { word: 'Ajar' } })
  for (const off of ['0', 'off', 'OFF', 'Closed', 'false', 'no'])
    expect(style(off)).toEqual({ colour: 'var(--lamp-off)', word: 'Off' })
  for (const on of ['1', 'on', 'open']) expect(style(on).word).toBe('On')
  expect(style('2').word).toBe('Ajar')
})
