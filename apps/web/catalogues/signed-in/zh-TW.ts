import signedIn from '../../texts/signed-in/zh-TW.json'
import { joinCatalogues } from '../join-catalogues.ts'

export default joinCatalogues(
  { 'zh-TW.json': signedIn },
  import.meta.glob(
    [
      '../../../../features/*/web/texts/zh-TW.json',
      '../../../../features/*/web/kinds/*/texts/zh-TW.json',
      '../../../../features/session/web/texts/signed-in/zh-TW.json',
      '!../../../../features/session/web/texts/zh-TW.json',
    ],
    { eager: true, import: 'default' },
  ),
)
