import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { fieldError, rule, type FieldError } from '#kit/model/calls/field-errors.ts'
import { SensorType } from '#kit/model/sensor.ts'
import { maximumKeyLength, maximumSensorsPerDevice } from '#kit/model/limits.ts'
import { defineKind } from '../kind.ts'

export const securityModes = ['none', 'sign', 'signAndEncrypt'] as const
export const securityPolicies = [
  'None',
  'Basic256Sha256',
  'Aes128_Sha256_RsaOaep',
  'Aes256_Sha256_RsaPss',
] as const

export const OpcUaSecurity = z.object({
  mode: z.enum(securityModes),
  policy: z.enum(securityPolicies),
})
export type OpcUaSecurity = z.infer<typeof OpcUaSecurity>

/** SHA-256 of a certificate in hexadecimal digits. */
const nodeId = /^(?:ns=\d{1,5};|nsu=[^;]{1,512};)?[isgb]=.+$/su
const arrayElement = /^\d{1,9}(?:,\d{1,9}){0,3}$/
const endpoint = /^opc\.tcp:\/\/[^\s/]+/

export const Fingerprint = z
  .string()
  .refine((text) => /^[0-9a-f]{64}$/.test(text), rule(fieldError('not_accepted')))

/**
 * A node as text. The namespace is named by its URI (`nsu=http://plant.example;s=Pump1.Speed`),
 * which stays when a server numbers its namespaces again, or by its number (`ns=2;s=Pump1.Speed`).
 */
export const NodeIdText = z
  .string()
  .max(1_024)
  .refine((text) => nodeId.test(text), rule(fieldError('node_id')))

export const writtenTypes = ['number', 'integer', 'boolean', 'text'] as const

/** A node whose values are readings of a sensor. */
export const OpcUaItem = z.object({
  nodeId: NodeIdText,
  /** Of the device. */
  lesiId: LesiId,
  key: z.string().min(1).max(maximumKeyLength),
  /** The element of an array, such as `3`, or `1,2` of one with two dimensions. */
  element: z
    .string()
    .refine((text) => arrayElement.test(text), rule(fieldError('array_element')))
    .optional(),
  /**
   * What a value must differ by to be sent: by this much, or by this part (%) of the range that
   * the server names for the node.
   */
  /** What commands may write there; without it they may not. Limits count where there are any. */
  command: z
    .object({
      type: z.enum(writtenTypes),
      minimum: z.number().nullable().default(null),
      maximum: z.number().nullable().default(null),
    })
    .optional(),
  /** What the server says of the sensor, for one that is added. */
  hint: z.object({ unit: z.string().max(32), type: SensorType.nullable() }).optional(),
  deadband: z
    .object({ kind: z.enum(['absolute', 'percent']), value: z.number().positive().max(1e12) })
    .optional(),
})
export type OpcUaItem = z.infer<typeof OpcUaItem>

/** How a server is reached and what is read there. The password is kept apart from it. */
export const OpcUaSettings = z
  .object({
    endpointUrl: z
      .string()
      .max(512)
      .refine((text) => endpoint.test(text), rule(fieldError('opcua_url'))),
    security: OpcUaSecurity,
    /** null: anonymous. */
    user: z.string().min(1).max(256).nullable(),
    /** Sends the password although nothing protects it on its way. */
    mayExposePassword: z.boolean().default(false),
    /** The server's certificate that was accepted; null: none was. */
    acceptedCertificate: Fingerprint.nullable(),
    publishingIntervalMs: z.int().min(50).max(3_600_000).default(1_000),
    /** How often the server looks at the values; 0: as fast as it can. */
    samplingIntervalMs: z.int().min(0).max(3_600_000).default(1_000),
    /** Values that the server holds for each node between two publications. */
    queueSize: z.int().min(1).max(10_000).default(10),
    /**
     * A value that has not changed for so long is stored again, as long as the server says that
     * the subscription lives; null: never.
     */
    confirmIntervalMs: z.int().min(1_000).max(86_400_000).nullable().default(10_000),
    /** Whose clock gives a reading its time. */
    clock: z.enum(['source', 'server', 'receipt']).default('source'),
    items: z.array(OpcUaItem).max(maximumSensorsPerDevice),
  })
  .superRefine(({ security: { mode, policy }, items }, context) => {
    const refuse = (path: (string | number)[], error: FieldError) =>
      context.addIssue({ code: 'custom', path, ...rule(error) })
    if ((mode === 'none') !== (policy === 'None'))
      refuse(['security', 'policy'], fieldError('not_an_option', { options: 'None' }))
    const seen = new Set<string>()
    for (const [index, { lesiId, key }] of items.entries()) {
      const sensor = `${lesiId} ${key}`
      if (seen.has(sensor)) refuse(['items', index, 'key'], fieldError('repeated'))
      seen.add(sensor)
    }
  })
export type OpcUaSettings = z.infer<typeof OpcUaSettings>

/** What people need to know of a certificate to accept it. Times in ms UTC. */
export const ServerCertificate = z.object({
  fingerprint: Fingerprint,
  subject: z.string(),
  issuer: z.string(),
  validFrom: z.number(),
  validTo: z.number(),
})
export type ServerCertificate = z.infer<typeof ServerCertificate>

/** A way in that a server offers. */
export const OfferedEndpoint = z.object({
  mode: z.enum(securityModes),
  policy: z.string(),
  /** Whether this client supports the policy. */
  isUnderstood: z.boolean(),
  takesAnonymous: z.boolean(),
  takesPassword: z.boolean(),
  certificate: ServerCertificate.nullable(),
})
export type OfferedEndpoint = z.infer<typeof OfferedEndpoint>

/** Nodes of one page of the tree. */
export const maximumNodesPerPage = 200
/** Nodes that are described at once. */
export const maximumNodesDescribed = 100

/** What the form asks of a server. */
export const OpcUaRequest = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('endpoints') }),
  z.object({
    ask: z.literal('children'),
    /** null: of the folder that holds everything else. */
    nodeId: NodeIdText.nullable(),
    from: z.int().min(0),
  }),
  z.object({
    ask: z.literal('variables'),
    nodeIds: z.array(NodeIdText).min(1).max(maximumNodesDescribed),
  }),
])
export type OpcUaRequest = z.infer<typeof OpcUaRequest>

export const BrowsedNode = z.object({
  nodeId: z.string(),
  name: z.string(),
  isVariable: z.boolean(),
  mayHaveChildren: z.boolean(),
})
export type BrowsedNode = z.infer<typeof BrowsedNode>

/** What a server says about a variable. */
export const DescribedVariable = z.object({
  nodeId: z.string(),
  /** Name of the data type, such as `Double`; empty where the node cannot be read. */
  dataType: z.string(),
  isArray: z.boolean(),
  isWritable: z.boolean(),
  unit: z.string(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Words for the numbers of an enumeration, or for false (0) and true (1). */
  states: z.record(z.string(), z.string()),
  description: z.string(),
  /** The value at this moment as text, or why there is none. */
  value: z.string(),
})
export type DescribedVariable = z.infer<typeof DescribedVariable>

/** What is found for each request. */
export const OpcUaFound = z.discriminatedUnion('found', [
  z.object({ found: z.literal('endpoints'), endpoints: z.array(OfferedEndpoint) }),
  z.object({ found: z.literal('children'), nodes: z.array(BrowsedNode), total: z.int() }),
  z.object({ found: z.literal('variables'), variables: z.array(DescribedVariable) }),
  z.object({ found: z.literal('server'), product: z.string(), state: z.string() }),
])
export type OpcUaFound = z.infer<typeof OpcUaFound>

export const opcUa = defineKind({
  settings: OpcUaSettings,
  secrets: ['password'],
  address: ({ endpointUrl }) => endpointUrl,
  devices: ({ items }) => [...new Set(items.map(({ lesiId }) => lesiId))],
  commandTargets: ({ items }, lesiId) =>
    items.flatMap(({ command, hint, key, ...item }) =>
      command && item.lesiId === lesiId
        ? [{ ...command, id: key, name: key, sensorKey: key, unit: hint?.unit ?? '' }]
        : [],
    ),
})
