import { AppError } from '#kit/model/calls/errors.ts'
import {
  maximumListedProblems,
  type ConfiguredConnector,
  type Connector,
  type ConnectorStatus,
} from '../../contract/connector.ts'
import { addressOf } from './configuration.ts'
import type { ConnectorServices } from './connector-services.ts'
import { readConnectorRow, type ConnectorRow } from './connectors-store.ts'
import { openSecrets } from './secrets.ts'

export const unknownConnector = (id: number) =>
  new AppError('not_found', `There is no connector ${id}`)

/** One that was stored this moment. */
const notStarted: ConnectorStatus = {
  ...{ state: 'connecting', since: 0, lastFailure: null, nextTryAt: null },
  ...{ rate: 0, lastReadingAt: null, readings: 0, refused: 0 },
  ...{ problemCount: 0, problems: [] },
}

/** A connector with as many of its problems as `listed` says. */
export function describe(
  { connectors }: Pick<ConnectorServices, 'connectors'>,
  row: ConnectorRow,
  listed: number = maximumListedProblems.all,
): Connector {
  const { id, kind, name, isPaused, version } = row
  const status = connectors.manager.status(id) ?? notStarted
  return {
    id,
    kind,
    name,
    address: addressOf(row),
    isPaused,
    version,
    status: { ...status, problems: status.problems.slice(0, listed) },
  }
}

/** The same with what people entered; 404 when it is not there. */
export async function readConfigured(
  services: Pick<ConnectorServices, 'sql' | 'keyring' | 'connectors'>,
  id: number,
): Promise<ConfiguredConnector> {
  const row = await readConnectorRow(services.sql, id)
  if (!row) throw unknownConnector(id)
  const secrets = Object.keys(openSecrets(services.keyring, row) ?? {})
  return { ...describe(services, row, maximumListedProblems.one), settings: row.settings, secrets }
}
