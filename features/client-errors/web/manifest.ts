import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

export const clientErrors: FeatureManifest = {
  name: 'client-errors',
  screens: [
    {
      path: '/administrator/errors',
      group: '/administrator',
      title: 'client-errors.title',
      icon: 'warning',
      // The group asks for the administrator's section, and so does the list.
      gate: 'signed-in',
      load: () => import('./errors-screen.tsx'),
    },
  ],
}
