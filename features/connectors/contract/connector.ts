import { z } from 'zod'

export const maximumNameLength = 100
export const maximumSecretLength = 10_000
/** Connectors of an installation. */
export const maximumConnectors = 200

export const connectorStates = ['connecting', 'running', 'failing', 'paused'] as const
export const ConnectorState = z.enum(connectorStates)
export type ConnectorState = z.infer<typeof ConnectorState>

/** Why a connector does not do its work. The list is closed: each has a text in every language. */
export const connectorFailureCodes = [
  'host_not_found',
  'connection_refused',
  'no_answer',
  'connection_lost',
  'sign_in_refused',
  'certificate_refused',
  'certificate_not_accepted',
  'certificate_changed',
  'security_not_offered',
  'password_unprotected',
  'not_permitted',
  'not_understood',
  'misconfigured',
  'secrets_unreadable',
  'overloaded',
  'process_ended',
  'process_hung',
  'defect',
] as const
export const ConnectorFailureCode = z.enum(connectorFailureCodes)
export type ConnectorFailureCode = z.infer<typeof ConnectorFailureCode>

export const maximumDetailLength = 300

export const FailureReport = z.object({
  code: ConnectorFailureCode,
  /** What the other side reported, or what exactly is wrong: in English; may be empty. */
  detail: z.string(),
})
export type FailureReport = z.infer<typeof FailureReport>

/** So many problems of points are listed of one connector, and in the list of all. */
export const maximumListedProblems = { one: 100, all: 3 } as const

/** A point or a node that has no good value now. */
export const PointProblem = z.object({
  lesiId: z.string(),
  /** Of the sensor. */
  key: z.string(),
  /** Where it is at the other side: `unit 1, holding 40`. */
  place: z.string(),
  /** Why, in the words of the other side: in English. */
  reason: z.string(),
})
export type PointProblem = z.infer<typeof PointProblem>

/** How a connector is now. Times in ms UTC. */
export const ConnectorStatus = z.object({
  state: ConnectorState,
  since: z.number(),
  /** The last one since the server started, also when it is over. */
  lastFailure: FailureReport.extend({ at: z.number() }).nullable(),
  /** When the next try begins, of one that fails; null: it goes on by itself, or not at all. */
  nextTryAt: z.number().nullable(),
  /** Readings that were stored, a second, over the last ten. */
  rate: z.number(),
  /** When readings of it were stored last; null: none since the server started. */
  lastReadingAt: z.number().nullable(),
  /** Since the server started. */
  readings: z.int(),
  refused: z.int(),
  /** Points that have no good value now: how many, and the first of them. */
  problemCount: z.int(),
  problems: z.array(PointProblem),
})
export type ConnectorStatus = z.infer<typeof ConnectorStatus>

/** Values by the names that their kind gives them. */
export const Settings = z.record(z.string(), z.json())
export type Settings = z.infer<typeof Settings>

/** A connector as the list shows it. */
export const Connector = z.object({
  id: z.int(),
  kind: z.string(),
  name: z.string(),
  /** Where it connects to, for people. */
  address: z.string(),
  isPaused: z.boolean(),
  /** Grows with every change; an edit says which one it started from. */
  version: z.int32(),
  status: ConnectorStatus,
})
export type Connector = z.infer<typeof Connector>

/** The same with what people entered. */
export const ConfiguredConnector = Connector.extend({
  settings: Settings,
  /** Names of the secrets that are stored. */
  secrets: z.array(z.string()),
})
export type ConfiguredConnector = z.infer<typeof ConfiguredConnector>
