import { AppError } from '#kit/model/errors.ts'
import type { ConfiguredConnector, Connector, ConnectorStatus } from '../../contract/connector.ts'
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
}

/** A connector as the list shows it. */
export function describe(
  { connectors }: Pick<ConnectorServices, 'connectors'>,
  row: ConnectorRow,
): Connector {
  const { id, kind, name, isPaused, version } = row
  const status = connectors.manager.status(id) ?? notStarted
  return { id, kind, name, address: addressOf(row), isPaused, version, status }
}

/** The same with what people entered; 404 when it is not there. */
export async function readConfigured(
  services: Pick<ConnectorServices, 'sql' | 'keyring' | 'connectors'>,
  id: number,
): Promise<ConfiguredConnector> {
  const row = await readConnectorRow(services.sql, id)
  if (!row) throw unknownConnector(id)
  const secrets = Object.keys(openSecrets(services.keyring, row) ?? {})
  return { ...describe(services, row), settings: row.settings, secrets }
}
