/**
 * What makes an installation this one: the same in PostgreSQL, in ClickHouse and in the data
 * directory. UUIDs.
 */
export interface InstallationIdentity {
  readonly id: string
  /**
   * Of the data directory: what is stored in it belongs to the engines that name this directory.
   */
  readonly directoryId: string
}

/**
 * What the data directory says. Until `complete`, the first start may not have reached the engines
 * yet.
 */
export interface DirectoryFinding extends InstallationIdentity {
  readonly complete: boolean
}

/** What PostgreSQL says. */
export interface DatabaseFinding {
  /** With the directory's place when it was last used, for people. */
  readonly identity:
    | (InstallationIdentity & { readonly path: string; readonly host: string })
    | null
  /** Whether it has devices or people. */
  readonly used: boolean
}

/** What ClickHouse says. */
export interface TelemetryFinding {
  readonly id: string | null
  /** Whether a Warroom has ever been started on it. */
  readonly prepared: boolean
  /** Whether it has readings. */
  readonly used: boolean
}

export interface Findings {
  readonly directory: DirectoryFinding | null
  readonly database: DatabaseFinding
  readonly telemetry: TelemetryFinding
}

/**
 * Why the parts found do not belong together, as one sentence; null when they do, or when nothing
 * contradicts a first start.
 */
export function contradiction({ directory, database, telemetry }: Findings): string | null {
  const named = database.identity
  if (directory === null && named !== null)
    return (
      `The database belongs to an installation whose data directory ` +
      `was ${named.path} on ${named.host}; this one is another.`
    )
  if (directory === null && telemetry.id !== null)
    return (
      'The telemetry belongs to an installation that neither the data directory nor the ' +
      'database belongs to.'
    )
  if (directory !== null && named !== null) {
    if (named.id !== directory.id)
      return 'The database and the data directory belong to different installations.'
    if (named.directoryId !== directory.directoryId)
      return (
        `The database belongs to this installation, with another data ` +
        `directory: ${named.path} on ${named.host}.`
      )
  }
  if (directory !== null && telemetry.id !== null && telemetry.id !== directory.id)
    return 'The telemetry and the data directory belong to different installations.'
  if (directory?.complete === true) {
    if (named === null)
      return 'The data directory belongs to an installation that this database does not have.'
    if (telemetry.id === null)
      return 'The data directory belongs to an installation that this telemetry does not have.'
  }
  return contradictionOfUnnamed(database, telemetry)
}

/** Parts that were never given an identity: new ones, and those of a version that gave none. */
function contradictionOfUnnamed(
  database: DatabaseFinding,
  telemetry: TelemetryFinding,
): string | null {
  if (database.identity === null && !database.used && telemetry.used)
    return (
      'The database is empty, and the telemetry has readings: they would be shown as those ' +
      'of other sensors.'
    )
  if (telemetry.id === null && !telemetry.prepared && database.used)
    return (
      'The telemetry is empty, and the database has devices or people: their readings are ' +
      'elsewhere.'
    )
  return null
}

/** Whether there is anything of an installation at all. */
export function isUntouched({ directory, database, telemetry }: Findings): boolean {
  return (
    directory === null &&
    database.identity === null &&
    !database.used &&
    telemetry.id === null &&
    !telemetry.used
  )
}
