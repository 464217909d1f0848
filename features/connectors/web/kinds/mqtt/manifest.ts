import type { KindManifest } from '../../kind-form.ts'
import type texts from './texts/on-demand/en.json'

declare module '../../kind-texts.ts' {
  interface ConnectorKindTexts {
    mqtt: typeof texts
  }
}

export default {
  kind: 'mqtt',
  title: 'connectors.kinds.mqtt.title',
  load: () => import('./mqtt-form.tsx'),
} satisfies KindManifest
