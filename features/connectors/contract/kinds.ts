import type { ConnectorKind } from './kind.ts'
import { mqtt } from './kinds/mqtt.ts'
import { modbusTcp } from './kinds/modbus-tcp.ts'
import { opcUa } from './kinds/opcua.ts'

/** Every kind of connectors, by the name under which it is stored. */
export const connectorKinds: Readonly<Record<string, ConnectorKind>> = {
  mqtt,
  'modbus-tcp': modbusTcp,
  opcua: opcUa,
}
