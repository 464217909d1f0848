import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { defineKind } from '../kind.ts'
import { maximumRules } from './mqtt/limits.ts'
import { MappingRule } from './mqtt/mapping.ts'

const schemes = 'mqtt: mqtts: ws: wss:'
/** Names and passwords are entered beside it, where they are sealed. */
const brokerUrl =
  /^(?:mqtts?|wss?):\/\/(?:[^\s/@?#:[\]]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?(?:\/[^\s@]*)?$/

const Certificate = z.string().trim().max(100_000)

export const MqttSettings = z
  .object({
    url: z
      .string()
      .trim()
      .max(500)
      .refine((text) => brokerUrl.test(text), rule(fieldError('broker_url', { schemes }))),
    /** A broker that does not speak 5 is spoken to in 3.1.1. */
    protocolVersion: z.union([z.literal(4), z.literal(5)]).default(5),
    username: z.string().max(500).default(''),
    /** PEM: who vouches for the broker; empty: the authorities of the system. */
    authorities: Certificate.default(''),
    /** PEM: what this client shows of itself. */
    certificate: Certificate.default(''),
    /** Names the session at the broker; empty: one without a name. */
    clientId: z.string().trim().max(128).default(''),
    /** Messages wait at the broker while this server is away. */
    isPersistent: z.boolean().default(false),
    qos: z.union([z.literal(0), z.literal(1)]).default(1),
    /** Several clients of this name share the messages; empty: this one gets all. */
    sharedGroup: z
      .string()
      .trim()
      .max(100)
      .refine((text) => /^[^/+#]*$/.test(text), rule(fieldError('not_accepted')))
      .default(''),
    /** Stands before the names of devices that topics give. */
    prefix: z
      .string()
      .trim()
      .refine((text) => /^[A-Za-z0-9_-]{0,32}$/.test(text), rule(fieldError('not_accepted')))
      .default(''),
    rules: z.array(MappingRule).max(maximumRules),
  })
  .refine(({ isPersistent, clientId }) => !isPersistent || clientId !== '', {
    ...rule(fieldError('required')),
    path: ['clientId'],
  })
export type MqttSettings = z.infer<typeof MqttSettings>

/** A broker that other people's devices publish at. */
export const mqtt = defineKind({
  settings: MqttSettings,
  secrets: ['password', 'privateKey'],
  address: ({ url }) => url,
  devices: ({ rules }) => {
    const named = rules.map(({ device }) => device)
    return named.every((device) => device !== null) ? named : 'any'
  },
})
