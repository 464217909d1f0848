import type { MqttSettings } from '../../../../contract/kinds/mqtt.ts'
import type { ConnectorDriver } from '../../../driver.ts'
import { browse, testBroker } from './browse.ts'
import { MqttSession } from './mqtt-session.ts'
import { RetainedValues } from './retained-values.ts'

/** A process has one connector: what it has seen outlives its connections. */
const retained = new RetainedValues()

export const mqttDriver: ConnectorDriver<MqttSettings> = {
  async connect(configuration, host) {
    const session = new MqttSession(configuration, host, retained)
    host.signal.addEventListener('abort', () => void session.close(), { once: true })
    await session.establish()
    return session
  },
  test: testBroker,
  browse,
}
