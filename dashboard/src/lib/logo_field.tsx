import { Button, FileButton, Group, Input, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import styles from './form.module.css'

const MAX_LOGO = 32_768

interface LogoFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onChange: (logo: string) => void
}

/** An address, or a small image that is stored itself. */
export function LogoField({ value, onChange, error, ...props }: LogoFieldProps) {
  const [fault, setFault] = useState<string>()
  const isStored = value.startsWith('data:')
  const upload = async (file: File | null) => {
    if (file === null) return
    const url = await readAsUrl(file)
    const isSmall = url.length <= MAX_LOGO
    setFault(isSmall ? undefined : 'The file is too large. Use an image up to 24 kB.')
    if (isSmall) onChange(url)
  }
  return (
    <Input.Wrapper
      label={isStored && props.label}
      labelElement="div"
      error={isStored && (error ?? fault)}
    >
      {!isStored && (
        <TextInput
          {...props}
          type="url"
          value={value}
          error={error ?? fault}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <Group gap="sm" mt={8}>
        {isStored && <img className={styles.logo} src={value} alt="The logo" />}
        <FileButton
          accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml"
          onChange={(file) => void upload(file)}
        >
          {(button) => (
            <Button variant="default" size="compact-sm" {...button}>
              {isStored ? 'Another image' : 'Choose an image'}
            </Button>
          )}
        </FileButton>
        {isStored && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('The file cannot be read.')))
    reader.readAsDataURL(file)
  })
}
