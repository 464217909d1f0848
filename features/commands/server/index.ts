import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { AppError } from '#kit/model/calls/errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import { commandGate } from '#kit/model/permission.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice, type CatalogueDevice } from '#kit/server/catalogue.ts'
import { mayConfigure } from '#kit/server/devices/device-rights.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  configureCommands,
  listCommands,
  maximumListed,
  readCommands,
  sendCommand,
  type Command,
} from '../contract/routes.ts'
import type { CommandServices } from './command-services.ts'
import { readHistory, type StoredCommand } from './commands-store.ts'
import { takeCommand } from './send-command.ts'
import { lockSettings, readSettings, writeSettings } from './settings-store.ts'
import { matchingTargets, offeredTargets } from './targets.ts'

/** The calls that send commands to devices, show what became of them, and switch them on. */
export function commandsPlugin(services: CommandServices): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    registerReading(app, services)
    registerSettings(app, services)
    serve(app, sendCommand, async ({ params: { lesiId }, body, caller, request }) => ({
      data: describer(services)(await takeCommand(services, { caller, request, lesiId }, body)),
    }))
  }
  return fastifyPlugin(register, { name: 'commands', dependencies: ['accounts'], fastify: '5.x' })
}

function registerReading(app: FastifyInstance, services: CommandServices): void {
  const { sql, catalogue } = services
  serve(app, readCommands, async ({ params: { lesiId }, query, caller }) => {
    const device = requireOpenDevice(catalogue, caller, lesiId)
    const settings = await readSettings(sql, device.id)
    const all = settings.enabled ? await offeredTargets(services, device, settings.targets) : []
    const matching = matchingTargets(all, query.search)
    return {
      data: {
        ...{ settings, targets: matching.slice(0, maximumListed), total: matching.length },
        mayConfigure: isConfigurable(services, caller, device),
        maySend: passesGate(commandGate, caller),
      },
    }
  })
  serve(app, listCommands, async ({ params: { lesiId }, query, caller }) => {
    const device = requireOpenDevice(catalogue, caller, lesiId)
    const { commands, total } = await readHistory(sql, device.id, query)
    return { data: commands.map(describer(services)), meta: { total, ...query } }
  })
}

function registerSettings(app: FastifyInstance, services: CommandServices): void {
  const { sql, audit, catalogue } = services
  serve(app, configureCommands, async ({ params: { lesiId }, body, caller, request }) => {
    const device = requireOpenDevice(catalogue, caller, lesiId)
    if (!isConfigurable(services, caller, device))
      throw new AppError('forbidden', 'Only its parent account or an administrator may do this')
    const data = { ...body, version: body.version + 1 }
    await sql.transaction().execute(async (transaction) => {
      const before = await lockSettings(transaction, device.id)
      if (before.version !== body.version)
        throw new AppError(
          'conflict',
          'The settings were changed by somebody else meanwhile; load them again',
        )
      await writeSettings(transaction, device.id, data)
      await audit(transaction, originOf(request), {
        ...{ action: 'device.configure-commands', entity: 'device' },
        ...{ entityId: device.lesiId, entityName: device.name },
        before: { enabled: before.enabled, targets: before.targets },
        after: { enabled: data.enabled, targets: data.targets },
      })
    })
    return { data }
  })
}

function isConfigurable(
  { catalogue }: CommandServices,
  caller: Caller,
  { id }: CatalogueDevice,
): boolean {
  return mayConfigure(caller, catalogue.bindingsOf(caller.userId).get(id))
}

/** Shows commands as people see them. */
const describer =
  ({ runs }: CommandServices) =>
  ({ target, ...command }: StoredCommand): Command => ({
    ...command,
    ...{ target: target.id, targetName: target.name, unit: target.unit },
    isAccepted: command.outcome === null && runs.isAccepted(command.id),
  })
