import type { PersonalRecords } from '#kit/server/personal-data/personal-data.ts'

/** In every language of the product: whoever gets the file may read any of them. */
const texts = [
  [
    'Everything that this installation stores about you.',
    'Each file .json holds the rows of one table as they are stored; times are in UTC. Pictures',
    'are in "files". Left out are passwords, tokens and other secrets, which are stored as hashes',
    'or sealed, the contents of exported and imported files, and backups.',
  ],
  [
    'Всё, что эта система хранит о вас.',
    'Каждый файл .json содержит строки одной таблицы, как они хранятся; время — UTC. Изображения',
    '— в папке "files". Не включены пароли, токены и другие секреты (они хранятся в виде хешей',
    'или зашифрованными), содержимое выгруженных и загруженных файлов и резервные копии.',
  ],
  [
    '本系統所儲存關於您的全部資料。',
    '每個 .json 檔案是一個資料表的內容，依儲存時的樣子；時間為 UTC。圖片在 "files" 中。',
    '不含密碼、權杖與其他機密（僅以雜湊或加密形式儲存）、匯出與匯入檔案的內容，以及備份。',
  ],
  [
    'Mọi dữ liệu mà hệ thống này lưu về bạn.',
    'Mỗi tệp .json chứa các dòng của một bảng đúng như được lưu; thời gian là UTC. Hình ảnh nằm',
    'trong "files". Không gồm mật khẩu, token và bí mật khác (chỉ được lưu dưới dạng băm hoặc mã',
    'hóa), nội dung của các tệp đã xuất và đã nhập, và bản sao lưu.',
  ],
]

/** What is in the export, for a person to read. */
export function readMe(records: readonly PersonalRecords[], madeAt: Date): string {
  const files = records.map(
    ({ name, rows, isCut }) => `  ${name}.json: ${rows.length}${isCut ? ' (… more)' : ''}`,
  )
  return [
    `Warroom, ${madeAt.toISOString()}`,
    ...texts.map((lines) => lines.join('\n')),
    files.join('\n'),
    '',
  ].join('\n\n')
}
