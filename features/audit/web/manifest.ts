import { administratorGate } from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

export const audit: FeatureManifest = {
  name: 'audit',
  screens: [
    {
      path: '/administrator/audit',
      group: '/administrator',
      title: 'audit.title',
      icon: 'clock',
      gate: administratorGate,
      textsOnDemand: true,
      load: () => import('./audit-screen.tsx'),
    },
  ],
}
