import type { Client } from 'aedes'
import type { Bus } from '#kit/server/bus.ts'
import type { CommandOutlet } from '../mqtt/command-outlet.ts'
import type { DeviceMessages } from '../mqtt/device-messages.ts'
import type { DeviceConnection, ConnectionServices } from './device-connection.ts'
import type { Credentials } from './device-credentials.ts'

export interface Dependencies extends Credentials, ConnectionServices {
  readonly messages: DeviceMessages
  readonly commands: CommandOutlet
  /** How the host of Sparkplug is called. */
  readonly sparkplugHostId: string
  readonly bus: Bus
}

export type Connections = WeakMap<Client, DeviceConnection>
