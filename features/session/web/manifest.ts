import type { FeatureManifest } from '#kit/web/manifest.ts'

export const session: FeatureManifest = {
  name: 'session',
  screens: [
    {
      path: '/login',
      title: 'session.title',
      icon: 'lock',
      gate: 'public',
      hidden: true,
      noCache: true,
      load: () => import('./sign-in-screen.tsx'),
    },
    {
      path: '/setup',
      title: 'session.setup.title',
      icon: 'lock',
      gate: 'public',
      hidden: true,
      noCache: true,
      load: () => import('./set-up-screen.tsx'),
    },
  ],
}
