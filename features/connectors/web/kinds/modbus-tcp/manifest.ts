import type { KindManifest } from '../../kind-form.ts'
import type texts from './texts/on-demand/en.json'

declare module '../../kind-texts.ts' {
  interface ConnectorKindTexts {
    'modbus-tcp': typeof texts
  }
}

export default {
  kind: 'modbus-tcp',
  title: 'connectors.kinds.modbus-tcp.title',
  load: () => import('./modbus-form.tsx'),
} satisfies KindManifest
