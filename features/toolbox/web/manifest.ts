import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

export const toolbox: FeatureManifest = {
  name: 'toolbox',
  screens: [
    {
      path: '/i18n',
      title: 'toolbox.i18n.title',
      icon: 'globe',
      gate: { permissions: ['view menu i18n'] },
      hidden: true,
      load: () => import('./i18n/i18n-screen.tsx'),
    },
    {
      path: '/documentation/index',
      title: 'toolbox.documentation.title',
      icon: 'document',
      gate: 'signed-in',
      load: () => import('./documentation/documentation-screen.tsx'),
    },
    {
      path: '/guide/index',
      title: 'toolbox.guide.title',
      icon: 'guide',
      gate: 'signed-in',
      noCache: true,
      external: ({ guideUrl }) => guideUrl,
      load: () => import('./documentation/documentation-screen.tsx'),
    },
    {
      path: '/theme/index',
      title: 'toolbox.theme.title',
      icon: 'theme',
      gate: 'signed-in',
      load: () => import('./theme/theme-screen.tsx'),
    },
  ],
}
