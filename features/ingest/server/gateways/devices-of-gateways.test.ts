import { expect, it } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { maximumDevicesOfGateway } from '../../contract/limits.ts'
import { DevicesOfGateways } from './devices-of-gateways.ts'

const gateway: CatalogueDevice = {
  id: 1,
  lesiId: 'GATE-1',
  name: 'Gate',
  product: '',
  silenceMs: 60_000,
}

function catalogueOf(failure?: Error) {
  const devices = new Map([[gateway.lesiId, gateway]])
  let registered = 0
  const catalogue = {
    device: (lesiId: string) => devices.get(lesiId),
    devices: () => [...devices.values()],
    async registerDevice(lesiId: string) {
      registered++
      await Promise.resolve()
      if (failure) throw failure
      const device = { ...gateway, id: devices.size + 1, lesiId }
      devices.set(lesiId, device)
      return device
    },
  }
  return {
    gateways: new DevicesOfGateways(catalogue as unknown as Catalogue),
    count: () => registered,
  }
}

it('IN44 adds a device behind a gateway once, also for two messages at a time', async () => {
  const { gateways, count } = catalogueOf()
  const both = ['GATE-1--a', 'GATE-1--a'].map((lesiId) => gateways.deviceOf(gateway, lesiId))
  expect((await Promise.all(both)).map((device) => 'id' in device && device.id)).toEqual([2, 2])
  expect(await gateways.deviceOf(gateway, 'GATE-1--a')).toMatchObject({ id: 2 })
  expect(await gateways.deviceOf(gateway, 'GATE-1')).toBe(gateway)
  expect(count()).toBe(1)
})

it('IN44 gives a gateway no device with another name, nor more than there may be', async () => {
  const { gateways, count } = catalogueOf()
  for (const lesiId of ['GATE-2', 'GATE-1-a', 'GATE-1--<b>', `GATE-1--${'x'.repeat(64)}`, ''])
    expect(await gateways.deviceOf(gateway, lesiId)).toEqual({ reason: expect.any(String) })
  expect(count()).toBe(0)
  const many = Array.from({ length: maximumDevicesOfGateway + 1 }, (_, index) => `GATE-1--${index}`)
  const added = await Promise.all(many.map((lesiId) => gateways.deviceOf(gateway, lesiId)))
  expect(added.filter((device) => 'reason' in device)).toHaveLength(1)
})

it('IN44 asks for the message again while a device cannot be added', async () => {
  const transient = Object.assign(new Error('connection'), { code: 'ECONNREFUSED' })
  const later = catalogueOf(transient).gateways.deviceOf(gateway, 'GATE-1--a')
  await expect(later).rejects.toMatchObject({ code: 'store_unavailable' })
  await expect(later).rejects.toBeInstanceOf(AppError)
  const never = catalogueOf(new Error('defect')).gateways.deviceOf(gateway, 'GATE-1--a')
  await expect(never).rejects.toThrow('defect')
})
