import { z } from 'zod'
import {
  CommandReadiness,
  CommandTarget,
  CommandType,
  CommandValue,
} from '#kit/model/device-command.ts'
import { LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { withoutRepeated } from '#kit/model/calls/repeated.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { commandGate, scadaGate, warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

/** A command that was confirmed longer ago than this, or is to be, is not sent. */
export const confirmedWithinMs = 30_000
/** Commands within a minute. */
export const maximumOfDevice = 20
export const maximumOfPerson = 30
/** Targets that people may write down for a device. */
export const maximumTargets = 100
/** Targets that are listed at once. */
export const maximumListed = 100

/** What became of a command; `unclear`: the server stopped while it was under way. */
export const commandOutcomes = [
  'done',
  'accepted',
  'refused',
  'unanswered',
  'not-connected',
  'not-listening',
  'unclear',
] as const
export type CommandOutcomeName = (typeof commandOutcomes)[number]

/** A command as its history shows it. */
export const Command = z.object({
  id: z.uuid(),
  protocol: z.string(),
  target: z.string(),
  targetName: z.string(),
  unit: z.string(),
  value: CommandValue,
  /** What the target's sensor showed when it was sent; null: nothing. */
  previous: CommandValue.nullable(),
  /** Who sent it, by the name of then. */
  sender: z.string(),
  /** ms UTC */
  sentAt: z.number(),
  /** Until when an answer is waited for, ms UTC. */
  deadline: z.number(),
  /** Null: it is under way. */
  outcome: z.enum(commandOutcomes).nullable(),
  /** Under way, and the device has reported that it takes it. */
  isAccepted: z.boolean(),
  /** Why it was refused, in the words of the device. */
  reason: z.string().nullable(),
  /** ms UTC */
  endedAt: z.number().nullable(),
})
export type Command = z.infer<typeof Command>

const described = {
  name: oneLine(maximumKeyLength).min(1),
  type: CommandType,
  unit: oneLine(32),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
}

/** A target that people wrote down: for devices of the own protocol, which do not say theirs. */
export const DescribedTarget = z
  .object(described)
  .refine(({ minimum, maximum }) => minimum === null || maximum === null || minimum <= maximum, {
    path: ['minimum'],
    ...rule(fieldError('minimum_above_maximum')),
  })
export type DescribedTarget = z.infer<typeof DescribedTarget>

/** A target with what its sensor shows now. */
const OfferedTarget = CommandTarget.extend({
  protocol: z.string(),
  readiness: CommandReadiness,
  /** Null: nothing is known, or it is no value to trust. */
  current: CommandValue.nullable(),
})
export type OfferedTarget = z.infer<typeof OfferedTarget>

export const CommandSettings = z.object({
  enabled: z.boolean(),
  targets: z.array(z.object(described)),
  /** Grows with every change; an edit says which one it began from. */
  version: z.int32(),
})
export type CommandSettings = z.infer<typeof CommandSettings>

const DeviceName = z.object({ lesiId: LesiId })

export const readCommands = defineRoute({
  method: 'GET',
  path: '/api/devices/:lesiId/commands',
  summary: 'What can be commanded at a device now, and what the caller may do',
  gate: warRoomGate,
  params: DeviceName,
  query: z.object({
    /** Words that must all occur in the name. */
    search: z.string().trim().max(200).optional(),
  }),
  reply: dataOf(
    z.object({
      settings: CommandSettings,
      /** The first that match, by name; none while commands are switched off. */
      targets: z.array(OfferedTarget),
      /** How many match. */
      total: z.int(),
      mayConfigure: z.boolean(),
      maySend: z.boolean(),
    }),
  ),
})

export const listCommands = defineRoute({
  method: 'GET',
  path: '/api/devices/:lesiId/commands/history',
  summary: 'The commands to a device, newest first, with their outcomes',
  gate: warRoomGate,
  params: DeviceName,
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(10),
  }),
  reply: z.object({
    data: z.array(Command),
    meta: z.object({ total: z.int(), page: z.int(), limit: z.int() }),
  }),
})

export const configureCommands = defineRoute({
  method: 'PUT',
  path: '/api/devices/:lesiId/commands/settings',
  summary:
    'Switches commands to a device on or off and describes what it takes; 409 when somebody ' +
    'changed it since `version`',
  isMadeOnce: true,
  gate: scadaGate,
  params: DeviceName,
  body: z.object({
    version: z.int32(),
    enabled: z.boolean(),
    targets: z
      .array(DescribedTarget)
      .max(maximumTargets)
      .check(withoutRepeated(['name'])),
  }),
  reply: dataOf(CommandSettings),
})

export const sendCommand = defineRoute({
  method: 'POST',
  path: '/api/devices/:lesiId/commands',
  summary:
    'Sends a command once and answers before its outcome; what is asked for again under the same ' +
    'id is not sent again',
  gate: commandGate,
  params: DeviceName,
  body: z.object({
    /** Chosen by the caller, for this one command. */
    id: z.uuid(),
    protocol: z.string().max(64),
    target: z.string().max(300),
    value: CommandValue,
    /** When the person confirmed it, ms UTC by the server's clock. */
    confirmedAt: z.number(),
  }),
  reply: dataOf(Command),
})
