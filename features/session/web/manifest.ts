import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

const bare = { icon: 'lock', gate: 'public', hidden: true, noCache: true } as const

export const session: FeatureManifest = {
  name: 'session',
  screens: [
    {
      ...bare,
      path: '/login',
      title: 'session.title',
      load: () => import('./sign-in/sign-in-screen.tsx'),
    },
    {
      ...bare,
      path: '/login-ch-si',
      title: 'session.partner.title',
      load: () => import('./sign-in/partner-sign-in-screen.tsx'),
    },
    {
      ...bare,
      path: '/auth-redirect',
      title: 'session.arriving',
      load: () => import('./sign-in/auth-redirect-screen.tsx'),
    },
    {
      ...bare,
      path: '/setup',
      title: 'session.setup.title',
      load: () => import('./set-up/set-up-screen.tsx'),
    },
    {
      ...bare,
      path: '/reset',
      title: 'session.reset.title',
      load: () => import('./reset/reset-screen.tsx'),
    },
    {
      path: '/profile/edit',
      title: 'session.profile.title',
      icon: 'user',
      gate: 'signed-in',
      hidden: true,
      load: () => import('./profile/profile-screen.tsx'),
    },
  ],
}
