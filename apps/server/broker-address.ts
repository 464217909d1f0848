import type { Dependencies } from './app.ts'

const defaultMqttPort = 1883

/** Where devices reach the broker, as far as the server can know. */
export function brokerAddressOf({ config, broker }: Pick<Dependencies, 'config' | 'broker'>) {
  if (config.mqttUrl !== null) {
    const { hostname, port } = new URL(config.mqttUrl)
    return { mqttHost: hostname, mqttPort: Number(port) || defaultMqttPort }
  }
  const address = broker?.server.address()
  const isNetwork = typeof address === 'object' && address !== null
  return { mqttHost: null, mqttPort: isNetwork ? address.port : config.mqtt.port }
}
