import { z } from 'zod'
import { AppError } from '#kit/model/calls/errors.ts'
import { defineCommand, table, type Command } from '#kit/server/command-line/command.ts'
import { createToken } from '#kit/server/token.ts'
import { describedFields } from '../contract/device-description.ts'
import { audited, id, unknownDevice, type DeviceCommandServices } from './audited-change.ts'
import { bind, unbind } from './binding-commands.ts'
import { insertDevice, listDevices, lockDeviceByLesiId } from './devices-store.ts'
import { removeWithReadings } from './remove-device.ts'
import { replaceToken } from './tokens-store.ts'

const token = z
  .string()
  .min(16, 'must have at least 16 characters')
  .max(256)
  .optional()
  .describe('Token of the device; a random one when absent')
const WithToken = z.object({ lesiId: z.string(), token: z.string() })

/** Shows a token, the only time that anybody sees it. */
const printToken = (done: string) => (result: z.output<typeof WithToken>) =>
  `${done} ${result.lesiId}\nToken (shown only now): ${result.token}`

const add = defineCommand({
  name: 'device add',
  summary: 'Adds a device and shows its token',
  options: z.strictObject({
    id,
    name: describedFields.name.optional().describe('Name for people'),
    token,
  }),
  result: WithToken,
  async run(services: DeviceCommandServices, options) {
    const secret = options.token ?? createToken(192)
    const name = options.name ?? options.id
    const device = { lesiId: options.id, name, token: secret }
    await audited(services, options.id, 'device.add', async (transaction) => {
      const added = await insertDevice(transaction, device)
      if (added === null) throw new AppError('conflict', `There is a device ${options.id} already`)
      return { deviceId: added, after: { name } }
    })
    return { lesiId: options.id, token: secret }
  },
  print: printToken('Added device'),
})

const list = defineCommand({
  name: 'device list',
  summary: 'Lists the devices',
  options: z.strictObject({}),
  result: z.array(
    z.object({
      lesiId: z.string(),
      name: z.string(),
      sensors: z.int(),
      users: z.int(),
      createdAt: z.number(),
    }),
  ),
  run: async ({ sql }: DeviceCommandServices) => [...(await listDevices(sql))],
  print: (devices) =>
    table(
      ['LESI ID', 'Name', 'Sensors', 'Users', 'Added'],
      devices.map((row) => [
        row.lesiId,
        row.name,
        row.sensors,
        row.users,
        new Date(row.createdAt).toISOString(),
      ]),
    ),
})

const rotate = defineCommand({
  name: 'device rotate',
  summary: 'Replaces the token of a device and ends the connections that used the old one',
  options: z.strictObject({ id, token }),
  result: WithToken,
  async run(services: DeviceCommandServices, options) {
    const secret = options.token ?? createToken(192)
    await audited(services, options.id, 'device.rotate-token', async (transaction) => {
      const deviceId = await replaceToken(transaction, options.id, secret)
      if (deviceId === null) throw unknownDevice(options.id)
      return { deviceId }
    })
    return { lesiId: options.id, token: secret }
  },
  print: printToken('New token for device'),
})

const remove = defineCommand({
  name: 'device remove',
  summary: 'Removes a device with its sensors and bindings',
  options: z.strictObject({
    id,
    readings: z
      .enum(['keep', 'delete'])
      .default('keep')
      .describe('What becomes of its stored readings: kept on disk, or deleted for good'),
    yes: z
      .literal(true, 'is required: removing can not be undone')
      .describe('Confirms that this can not be undone'),
  }),
  result: z.object({ lesiId: z.string(), readings: z.enum(['keep', 'delete']) }),
  async run(services: DeviceCommandServices, options) {
    await audited(services, options.id, 'device.remove', async (transaction) => {
      const device = await lockDeviceByLesiId(transaction, options.id)
      if (!device) throw unknownDevice(options.id)
      const { readings } = options
      await removeWithReadings(services, transaction, device, { readings, removedBy: null })
      return { deviceId: device.id, after: { readings } }
    })
    return { lesiId: options.id, readings: options.readings }
  },
  print: ({ lesiId, readings }) =>
    readings === 'keep'
      ? `Removed device ${lesiId}; its stored readings stay on disk`
      : `Removed device ${lesiId}; the server deletes its stored readings for good`,
})

/** `npm run admin -- device …` */
export const deviceCommands: readonly Command<DeviceCommandServices>[] = [
  add,
  list,
  rotate,
  remove,
  bind,
  unbind,
]
