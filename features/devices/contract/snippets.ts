/** Where a device sends to. */
export interface SnippetPlace {
  readonly lesiId: string
  readonly mqttHost: string
  readonly mqttPort: number
  /** Origin of the web, such as `http://plant.example:8080`. */
  readonly httpOrigin: string
}

export const snippetKinds = [
  'mosquitto',
  'python',
  'node',
  'telegraf',
  'nodeRed',
  'sparkplug',
  'commands',
] as const
export type SnippetKind = (typeof snippetKinds)[number]

/** As the tools are called in every language. */
export const toolNames: Readonly<Record<SnippetKind, string>> = {
  mosquitto: 'mosquitto_pub',
  python: 'Python',
  node: 'Node.js',
  telegraf: 'Telegraf',
  nodeRed: 'Node-RED',
  sparkplug: 'Sparkplug B',
  commands: 'MQTT.js …/command',
}

const example = '{"values":{"temperature":21.4,"state":"RUN"}}'

/**
 * Ready-made ways to send a first reading. Each takes the token of the device from the environment
 * variable TOKEN, so that it is in no file, and runs as it is.
 */
export const snippets: Readonly<Record<SnippetKind, (place: SnippetPlace) => string>> = {
  mosquitto: ({ lesiId, mqttHost, mqttPort }) => `mosquitto_pub -h ${mqttHost} -p ${mqttPort} \\
  -i ${lesiId} -u ${lesiId} -P "$TOKEN" -q 1 \\
  -t warroom/v1/${lesiId}/telemetry \\
  -m '${example}'
`,
  python: ({
    lesiId,
    mqttHost,
    mqttPort,
  }) => `# pip install paho-mqtt, or in Debian: apt install python3-paho-mqtt
import json
import os
import paho.mqtt.client as mqtt

# Version 2 of the library asks which callbacks it has to call, version 1 does not know of it.
callbacks = getattr(mqtt, "CallbackAPIVersion", None)
client = mqtt.Client(*([callbacks.VERSION2] if callbacks else []), client_id="${lesiId}")
client.username_pw_set("${lesiId}", os.environ["TOKEN"])
client.will_set("warroom/v1/${lesiId}/status", "offline", qos=1, retain=True)
client.connect("${mqttHost}", ${mqttPort})
client.loop_start()
values = {"temperature": 21.4, "state": "RUN"}
message = client.publish(
    "warroom/v1/${lesiId}/telemetry", json.dumps({"values": values}), qos=1
)
message.wait_for_publish(10)
print("stored" if message.is_published() else "not acknowledged")
client.disconnect()
`,
  node: ({ lesiId, mqttHost, mqttPort }) => `// npm install mqtt, and save this as send.mjs
import { connectAsync } from 'mqtt'

const client = await connectAsync('mqtt://${mqttHost}:${mqttPort}', {
  clientId: '${lesiId}',
  username: '${lesiId}',
  password: process.env.TOKEN,
  will: { topic: 'warroom/v1/${lesiId}/status', payload: 'offline', qos: 1, retain: true },
})
const document = { values: { temperature: 21.4, state: 'RUN' } }
await client.publishAsync('warroom/v1/${lesiId}/telemetry', JSON.stringify(document), { qos: 1 })
console.log('stored')
await client.endAsync()
`,
  telegraf: ({ lesiId, httpOrigin }) => `# telegraf --config this-file.conf
[agent]
  interval = "10s"
  omit_hostname = true

[[inputs.cpu]]
  percpu = false

[[outputs.influxdb_v2]]
  urls = ["${httpOrigin}"]
  token = "\${TOKEN}"
  organization = "any"
  bucket = "${lesiId}"
`,
  nodeRed: nodeRedFlow,
  sparkplug: sparkplugNode,
  commands: commandReceiver,
}

/** Receives commands and answers them. */
function commandReceiver({ lesiId, mqttHost, mqttPort }: SnippetPlace): string {
  return `// npm install mqtt, and save this as commands.mjs
import { connect } from 'mqtt'

const topic = 'warroom/v1/${lesiId}/command'
const client = connect('mqtt://${mqttHost}:${mqttPort}', {
  clientId: '${lesiId}',
  username: '${lesiId}',
  password: process.env.TOKEN,
  will: { topic: 'warroom/v1/${lesiId}/status', payload: 'offline', qos: 1, retain: true },
})
client.on('error', (error) => console.error(error.message))
// After each connect: commands that came before are not sent again.
client.on('connect', () => client.subscribe(topic, { qos: 1 }))
client.on('message', (_topic, payload) => {
  const { id, name, value, expires } = JSON.parse(payload)
  if (Date.now() > expires) return
  console.log(name, value)
  // Do it here, and say how it ended: done, or refused with a reason.
  client.publish(topic + '/answer', JSON.stringify({ id, outcome: 'done' }), { qos: 1 })
})
`
}

/**
 * An edge node of Sparkplug: its group and name make its LESI ID. Where that of the device is no
 * such name the node is another device, which the first lines ask for.
 */
function sparkplugNode({ lesiId, mqttHost, mqttPort }: SnippetPlace): string {
  const [group = '', node = '', ...rest] = lesiId.split('--')
  const isNode = group !== '' && node !== '' && rest.length === 0
  const [groupId, edgeNode] = isNode ? [group, node] : [lesiId.replaceAll('--', '-'), 'Node-1']
  const name = `${groupId}--${edgeNode}`
  const hint = isNode
    ? ''
    : `// An edge node signs in as GROUP--NODE: add the device ${name}, and take its token.\n`
  return `// npm install sparkplug-client, and save this as sparkplug.cjs
${hint}const { newClient } = require('sparkplug-client')

const node = newClient({
  serverUrl: 'mqtt://${mqttHost}:${mqttPort}',
  clientId: '${name}',
  username: '${name}',
  password: process.env.TOKEN,
  groupId: '${groupId}',
  edgeNode: '${edgeNode}',
  version: 'spBv1.0',
})
const metrics = () => [
  { name: 'temperature', type: 'Double', value: 21.4 },
  { name: 'state', type: 'String', value: 'RUN' },
]
const rebirth = { name: 'Node Control/Rebirth', type: 'Boolean', value: false }
const birth = () =>
  node.publishNodeBirth({ timestamp: Date.now(), metrics: [...metrics(), rebirth] })
node.on('birth', birth)
node.on('ncmd', birth)
node.on('error', (error) => console.error(error.message))
setInterval(() => node.publishNodeData({ timestamp: Date.now(), metrics: metrics() }), 10000)
`
}

/** A flow to import: a reading now and every ten seconds. */
function nodeRedFlow({ lesiId, mqttHost, mqttPort }: SnippetPlace): string {
  const tab = { id: 'warroom-tab', type: 'tab', label: `Warroom ${lesiId}` }
  const broker = {
    ...{ id: 'warroom-broker', type: 'mqtt-broker', name: 'Warroom' },
    ...{ broker: mqttHost, port: String(mqttPort), clientid: lesiId, protocolVersion: '4' },
    // Without it the editor says that the node is not configured.
    keepalive: '60',
    ...{ willTopic: `warroom/v1/${lesiId}/status`, willPayload: 'offline' },
    ...{ willQos: '1', willRetain: 'true', autoConnect: true, cleansession: true },
    credentials: { user: lesiId, password: '${TOKEN}' },
  }
  const inject = {
    ...{ id: 'warroom-reading', type: 'inject', z: tab.id, name: 'every 10 s' },
    ...{ props: [{ p: 'payload' }], repeat: '10', once: true, onceDelay: 1, topic: '' },
    ...{ payload: example, payloadType: 'json', x: 160, y: 80, wires: [['warroom-send']] },
  }
  const send = {
    ...{ id: 'warroom-send', type: 'mqtt out', z: tab.id, name: lesiId, broker: broker.id },
    ...{ topic: `warroom/v1/${lesiId}/telemetry`, qos: '1', retain: 'false' },
    ...{ x: 380, y: 80, wires: [] },
  }
  return `${JSON.stringify([tab, broker, inject, send], null, 2)}\n`
}
