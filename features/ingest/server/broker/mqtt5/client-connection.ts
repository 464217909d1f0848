/** The connection of a client of MQTT 5, as what stands between it and the broker uses it. */
export interface ClientConnection {
  /** Writes to the client. */
  readonly write: (bytes: Buffer) => void
  /** Ends the connection; the client has been answered. */
  readonly end: (field: string, reason: string) => void
  /** Ends the connection as if it were lost, so that the will is published. */
  readonly lose: () => void
  /** There are bytes for the broker besides those that the client sends. */
  readonly wake: () => void
  /** For how many seconds the retained message of a topic means anything; undefined: for ever. */
  readonly retainedSeconds: (topic: string) => number | undefined
}
