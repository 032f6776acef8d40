// `florin-server vault`: create vault keys under AWS KMS, and rotate.
import type { Command } from 'commander'
import { deriveVaultKeys } from '#app.ts'
import type { Config } from '#config.ts'
import { createVaultKey } from '#core/vault/kms.ts'
import { rotateVault } from '#core/vault/rotate.ts'
import { rotateDataKeys } from '#core/vault/rotate_data_keys.ts'
import type { Services } from '#kernel/context.ts'
import { recordCommand } from './audit.ts'

interface Parts {
  readonly withServices: (work: (services: Services) => Promise<void>) => Promise<void>
  readonly config: () => Promise<Config>
  readonly print: (line: string) => void
}

export function addVaultCommands(program: Command, { withServices, config, print }: Parts): void {
  const vault = program.command('vault').description('manage the vault')

  vault
    .command('create-key')
    .description(
      'create an encrypted key for FLORIN_VAULT_KEYS, which AWS KMS decrypts at the start',
    )
    .requiredOption('--kms-key <key>', 'the id, ARN or alias of a symmetric key of AWS KMS')
    .requiredOption('--id <id>', 'its name in FLORIN_VAULT_KEYS, such as 2027')
    .action(async ({ kmsKey, id }: { kmsKey: string; id: string }) =>
      print(await createVaultKey(kmsKey, id)),
    )

  vault
    .command('rotate')
    .description(
      'use the first key of FLORIN_VAULT_KEYS and of FLORIN_SECRET for everything that is stored',
    )
    .option('--data-keys', 'also replace the data keys, and encrypt every stored card again')
    .action((options: { dataKeys?: boolean }) =>
      withServices(async (services) => {
        await recordCommand(services, 'vault rotate', { data_keys: options.dataKeys ?? false })
        if (options.dataKeys) {
          const { retired, sealed, deleted } = await rotateDataKeys(services, print)
          print(
            `${retired} data key(s) replaced, ${sealed} secret(s) encrypted again, ${deleted} old key(s) deleted.`,
          )
        }
        const keys = deriveVaultKeys(await config(), services.keyring)
        const done = await rotateVault(services, keys, (n) => print(`${n} data keys wrapped …`))
        let rows = 0
        const failures: unknown[] = []
        for (const rotate of services.registry.rotations) {
          rows += await rotate(services).catch((error: unknown) => {
            failures.push(error)
            return 0
          })
        }
        print(`${rows} row(s) encrypted again under the newest FLORIN_SECRET.`)
        if (failures.length > 0) throw failures[0]
        print(`Done: ${done} data key(s) rewrapped; all use the key ${keys.current} now.`)
      }),
    )
}
