import type { KindManifest } from '../../kind-form.ts'
import type texts from './texts/on-demand/en.json'

declare module '../../kind-texts.ts' {
  interface ConnectorKindTexts {
    opcua: typeof texts
  }
}

export default {
  kind: 'opcua',
  title: 'connectors.kinds.opcua.title',
  load: () => import('./opcua-form.tsx'),
} satisfies KindManifest
