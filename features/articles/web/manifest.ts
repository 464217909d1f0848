import { articlePermission, type Gate } from '#kit/model/permission.ts'
import type { FeatureManifest, ScreenProduct, ScreenRoute } from '#kit/web/screens/manifest.ts'

const group = '/administrator'
const parameters = { id: /^\d+$/ }

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
      planned: 'articles.list.planned',
    },
    {
      ...common,
      path: `${base}/create`,
      title: title('create'),
      icon: 'edit',
      hidden: true,
      planned: 'articles.create.planned',
    },
    {
      ...common,
      path: `${base}/edit/$id`,
      parameters,
      title: title('edit'),
      icon: 'edit',
      hidden: true,
      planned: 'articles.edit.planned',
    },
  ]
}

export const articles: FeatureManifest = {
  name: 'articles',
  screens: articleScreens(`${group}/articles`, { permissions: ['manage article'] }, null),
  productScreens: (product) =>
    articleScreens(
      `${group}/${product?.key ?? '$product'}/articles`,
      { permissions: [articlePermission(product?.key ?? '')] },
      product,
    ),
}
