import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { RecordingHost } from '#testing/peers/recording-host.ts'
import { OutgoingValues } from './outgoing-values.ts'

test('OU10 what waits has a bound: the server is held, and what is lost is counted', async () => {
  const host = new RecordingHost()
  let open = () => {}
  host.gate = new Promise<void>((resolve) => (open = resolve))
  const held: boolean[] = []
  const outgoing = new OutgoingValues({ host, onFull: (isFull) => held.push(isFull) })
  onTestFinished(() => outgoing.close())
  const add = (value: number) =>
    outgoing.add(`PRESS-${value % 2}`, { key: 'speed', value, quality: 'good' })
  for (let value = 0; value < 19_999; value++) add(value)
  expect(held).toEqual([])
  add(19_999)
  expect(held).toEqual([true])
  for (let value = 20_000; value < 70_000; value++) add(value)
  open()
  await eventually('all have come', () => host.taken.length === 60_000)
  expect(held).toEqual([true, false])
  expect(host.refusals).toHaveLength(2)
  for (const { reason } of host.refusals) expect(reason).toContain('5000 values')
  for (const parity of [0, 1]) {
    const values = host.taken
      .filter((each) => each.lesiId === `PRESS-${parity}`)
      .map((each) => each.value)
    expect(values).toEqual(Array.from({ length: 30_000 }, (_, index) => 2 * index + parity))
  }
})
