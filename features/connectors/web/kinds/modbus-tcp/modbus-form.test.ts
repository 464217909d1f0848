import { expect, it } from 'vitest'
import form from './modbus-form.tsx'

it('CN30 the first group of a new connector is called by its interval, as a page writes it', () => {
  const settings = form.initial((ms) => `${ms / 1_000} 秒`)
  expect(settings).toMatchObject({ groups: [{ name: '1 秒', intervalMs: 1_000 }] })
})
