import type { ConnectorKind } from './kind.ts'
import { modbusTcp } from './kinds/modbus-tcp.ts'

/** Every kind of connectors, by the name under which it is stored. */
export const connectorKinds: Readonly<Record<string, ConnectorKind>> = {
  'modbus-tcp': modbusTcp,
}
