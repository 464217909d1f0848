import { articlePermission, type Gate } from '#kit/model/permission.ts'
import type { FeatureManifest, ScreenProduct, ScreenRoute } from '#kit/web/screens/manifest.ts'

const group = '/administrator'
const parameters = { id: /^\d+$/ }

const loadEditing = () => import('./write/article-screen.tsx')

/** List, new and edit, for the articles of a product or for those of none. */
function articleScreens(
  base: string,
  gate: Gate,
  product: ScreenProduct | null,
): readonly ScreenRoute[] {
  const own = base === `${group}/articles`
  const common = { group, gate, ...(product && { titleValues: { product: product.name } }) }
  const title = (name: 'list' | 'create' | 'edit') =>
    own ? `articles.${name}.title` : `articles.${name}.ofProduct`
  return [
    {
      ...common,
      path: base,
      title: title('list'),
      icon: 'document',
      hidden: own,
      load: () => import('./write/list-screen.tsx'),
    },
    {
      ...common,
      path: `${base}/create`,
      title: title('create'),
      icon: 'edit',
      hidden: true,
      load: loadEditing,
    },
    {
      ...common,
      path: `${base}/edit/$id`,
      parameters,
      title: title('edit'),
      icon: 'edit',
      hidden: true,
      load: loadEditing,
    },
  ]
}

export const articles: FeatureManifest = {
  name: 'articles',
  screens: [
    {
      path: '/articles',
      title: 'articles.read.title',
      icon: 'document',
      gate: 'signed-in',
      load: () => import('./read/articles-screen.tsx'),
    },
    {
      path: '/articles/$id',
      parameters,
      title: 'articles.read.one',
      icon: 'document',
      gate: 'signed-in',
      hidden: true,
      load: () => import('./read/article-screen.tsx'),
    },
    ...articleScreens(`${group}/articles`, { permissions: ['manage article'] }, null),
  ],
  productScreens: (product) =>
    articleScreens(
      `${group}/${product?.key ?? '$product'}/articles`,
      { permissions: [articlePermission(product?.key ?? '')] },
      product,
    ),
}
