import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import { commandGate } from '#kit/model/permission.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice, type CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { valueProblem } from '../contract/command-value.ts'
import {
  confirmedWithinMs,
  maximumOfDevice,
  maximumOfPerson,
  type OfferedTarget,
  type sendCommand,
} from '../contract/routes.ts'
import { aboutCommand } from './command-runs.ts'
import type { CommandServices } from './command-services.ts'
import {
  countRecent,
  insertCommand,
  lockCounts,
  readCommand,
  removeOldCommands,
  type StoredCommand,
} from './commands-store.ts'
import { lockSettings, readSettings } from './settings-store.ts'
import { offeredTargets } from './targets.ts'

type CommandRequest = z.output<typeof sendCommand.body>

/** Who asks, from where. */
interface Asking {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly lesiId: string
}

const commandsOff = () => refusedField('device', fieldError('commands_off'), 'conflict')
const brakeSeconds = 60

/**
 * Stores a command and gives it to its protocol; what is asked for again is looked up. The command
 * is stored before anything leaves, so that none is ever sent twice, whoever is killed meanwhile.
 */
export async function takeCommand(
  services: CommandServices,
  asking: Asking,
  asked: CommandRequest,
): Promise<StoredCommand> {
  const { sql, catalogue, protocols, runs } = services
  const device = requireOpenDevice(catalogue, asking.caller, asking.lesiId)
  const existing = await readCommand(sql, asked.id)
  if (existing) return sameCommand(existing, device, asking.caller, asked)
  requireFresh(services, asked)
  for (;;) {
    const target = await requireTarget(services, device, asked)
    const stored = await sql
      .transaction()
      .execute((transaction) => store(services, transaction, { asking, asked, device, target }))
    // What the device may be told was changed meanwhile: the value is looked at by that.
    if (stored === null) continue
    const { command, isNew } = stored
    const protocol = protocols.named(asked.protocol)
    if (isNew && command.outcome === null && protocol)
      runs.begin(protocol, { id: command.id, device, target, value: asked.value }, command.deadline)
    return command
  }
}

function sameCommand(
  existing: StoredCommand,
  device: CatalogueDevice,
  { userId }: Caller,
  { protocol, target, value }: CommandRequest,
): StoredCommand {
  const isSame =
    existing.deviceId === device.id &&
    existing.userId === userId &&
    existing.protocol === protocol &&
    existing.target.id === target &&
    existing.value === value
  if (!isSame) throw refusedField('id', fieldError('other_command'), 'conflict')
  return existing
}

/** What waited somewhere between the person and the server is not what the person wants now. */
function requireFresh({ clock }: CommandServices, { confirmedAt }: CommandRequest): void {
  if (Math.abs(clock() - confirmedAt) > confirmedWithinMs)
    throw refusedField('confirmedAt', fieldError('confirmed_too_long_ago'), 'conflict')
}

/** A target that takes the value, by the settings of this version. */
type AllowedTarget = OfferedTarget & { readonly settingsVersion: number }

async function requireTarget(
  services: CommandServices,
  device: CatalogueDevice,
  asked: CommandRequest,
): Promise<AllowedTarget> {
  const settings = await readSettings(services.sql, device.id)
  if (!settings.enabled) throw commandsOff()
  const offered = await offeredTargets(services, device, settings.targets)
  const target = offered.find(
    ({ id, protocol }) => id === asked.target && protocol === asked.protocol,
  )
  if (!target) throw refusedField('target', fieldError('unknown_target'))
  const problem = valueProblem(target, asked.value)
  if (problem) throw refusedField('value', problem)
  return { ...target, settingsVersion: settings.version }
}

interface AcceptedCommand {
  readonly asking: Asking
  readonly asked: CommandRequest
  readonly device: CatalogueDevice
  readonly target: AllowedTarget
}

/** Null: the settings are others than those by which the target was found. */
async function store(
  services: CommandServices,
  transaction: Transaction<DB>,
  taken: AcceptedCommand,
): Promise<{ readonly command: StoredCommand; readonly isNew: boolean } | null> {
  const { asking, asked, device, target } = taken
  const { enabled, version } = await lockSettings(transaction, device.id)
  if (!enabled) throw commandsOff()
  if (version !== target.settingsVersion) return null
  const { userId } = asking.caller
  await lockCounts(transaction, userId)
  const now = services.clock()
  const recent = await countRecent(transaction, { deviceId: device.id, userId, now })
  const command = await toStore(services, transaction, taken, now)
  // Another may have come first with this id, which is no command more.
  const existing = await readCommand(transaction, asked.id)
  if (existing)
    return { command: sameCommand(existing, device, asking.caller, asked), isNew: false }
  if (recent.ofDevice >= maximumOfDevice || recent.ofPerson >= maximumOfPerson)
    throw new AppError('too_many_requests', 'Too many commands within a minute', {
      retryAfterSeconds: brakeSeconds,
    })
  if (!(await insertCommand(transaction, command)))
    throw refusedField('target', fieldError('command_under_way'), 'conflict')
  await removeOldCommands(transaction, device.id)
  await writeEntry(services, transaction, taken, command)
  await requireStillWanted(services, transaction, taken)
  return { command, isNew: true }
}

/**
 * Each lock may have been waited for longer than a confirmation, a session or a right lasts. So
 * this is asked when none is left to wait for.
 */
async function requireStillWanted(
  services: CommandServices,
  transaction: Transaction<DB>,
  { asking, asked }: AcceptedCommand,
): Promise<void> {
  const caller = await services.sessions.readCaller(transaction, asking.caller.sessionId)
  if (!caller) throw new AppError('unauthenticated', 'The session has ended')
  if (!passesGate(commandGate, caller))
    throw new AppError('forbidden', 'Your role does not allow this any more')
  requireOpenDevice(services.catalogue, caller, asking.lesiId)
  requireFresh(services, asked)
}

async function toStore(
  { accounts, answerWithinMs }: CommandServices,
  transaction: Transaction<DB>,
  { asking, asked, device, target }: AcceptedCommand,
  now: number,
): Promise<StoredCommand> {
  const { actorId, address, requestId } = originOf(asking.request)
  const sender = await accounts.person(transaction, asking.caller.userId)
  const isReady = target.readiness === 'ready'
  return {
    ...{ id: asked.id, deviceId: device.id, userId: actorId, sender: sender?.name ?? '' },
    ...{ protocol: asked.protocol, target, value: asked.value, previous: target.current },
    ...{ sentAt: now, deadline: now + answerWithinMs, address, requestId, reason: null },
    outcome: target.readiness === 'ready' ? null : target.readiness,
    endedAt: isReady ? null : now,
  }
}

/** With the outcome, where it is there at once. */
async function writeEntry(
  { audit }: CommandServices,
  transaction: Transaction<DB>,
  { asking, device }: AcceptedCommand,
  command: StoredCommand,
): Promise<void> {
  const { previous, outcome } = command
  await audit(transaction, originOf(asking.request), {
    ...{ action: 'device.command', entity: 'device' },
    ...{ entityId: device.lesiId, entityName: device.name },
    ...(previous === null ? {} : { before: { value: previous } }),
    after: { ...aboutCommand(command), ...(outcome === null ? {} : { outcome }) },
  })
}
