import { joinCatalogues } from './join-catalogues.ts'

export default joinCatalogues(
  import.meta.glob('../texts/ru.json', { eager: true, import: 'default' }),
  import.meta.glob(
    ['../../../features/*/web/texts/ru.json', '../../../features/*/web/kinds/*/texts/ru.json'],
    { eager: true, import: 'default' },
  ),
)
