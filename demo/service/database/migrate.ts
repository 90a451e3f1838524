import { Migrator, type Migration } from 'kysely';
import type { Database } from './tables.ts';
import { profilesMigration } from './migrations/0001-profiles.ts';
import { incentivesMigration } from './migrations/0002-incentives.ts';
import { listsMigration } from './migrations/0003-lists.ts';
import { idempotencyMigration } from './migrations/0004-idempotency.ts';
import { accessMigration } from './migrations/0005-access.ts';
import { recordsMigration } from './migrations/0006-records.ts';
import { ledgerMigration } from './migrations/0010-ledger.ts';
import { benefitsMigration } from './migrations/0011-benefits.ts';
import { redemptionsMigration } from './migrations/0012-redemptions.ts';
import { profileMovesMigration } from './migrations/0020-profile-moves.ts';
import { commerceMigration } from './migrations/0030-commerce.ts';
import { jobsMigration } from './migrations/0040-jobs.ts';
import { eventsMigration } from './migrations/0041-events.ts';
import { loadsMigration } from './migrations/0042-loads.ts';
import { rawInputMigration } from './migrations/0050-raw-input.ts';
import { creditTimesMigration } from './migrations/0060-credit-times.ts';
import { remindersDueMigration } from './migrations/0061-reminders-due.ts';
import { housekeepingMigration } from './migrations/0070-housekeeping.ts';
import { actionRunsMigration } from './migrations/0080-action-runs.ts';
import { storefrontTokensMigration } from './migrations/0081-storefront-tokens.ts';
import { emailsMigration } from './migrations/0082-emails.ts';
import { refundsMigration } from './migrations/0090-refunds.ts';
import { achievementCriteriaMigration } from './migrations/0100-achievement-criteria.ts';
import { automationRunsMigration } from './migrations/0101-automation-runs.ts';
import { messagesMigration } from './migrations/0102-messages.ts';
import { noticesMigration } from './migrations/0103-notices.ts';
import { shareClaimsMigration } from './migrations/0130-share-claims.ts';
import { clientSecretsMigration } from './migrations/0131-client-secrets.ts';
import { syncMarksMigration } from './migrations/0132-sync-marks.ts';
import { claimedPurchasesMigration } from './migrations/0133-claimed-purchases.ts';
import { typedCodesMigration } from './migrations/0140-typed-codes.ts';
import { openRefundsMigration } from './migrations/0141-open-refunds.ts';
import { importedRowsMigration } from './migrations/0150-imported-rows.ts';
import { partialReturnsMigration } from './migrations/0161-partial-returns.ts';
import { deliveryAnswersMigration } from './migrations/0170-delivery-answers.ts';
import { listVariantsMigration } from './migrations/0175-list-variants.ts';
import { customProductsOfOthersMigration } from './migrations/0180-custom-products-of-others.ts';
import { refundsByNameMigration } from './migrations/0190-refunds-by-name.ts';
import { purchaseLinesMigration } from './migrations/0191-purchase-lines.ts';
import { batchWarningsMigration } from './migrations/0192-batch-warnings.ts';
import { catalogueChangesMigration } from './migrations/0200-catalogue-changes.ts';
import { typedTextMigration } from './migrations/0210-typed-text.ts';
import { listItemAuthorsMigration } from './migrations/0220-list-item-authors.ts';
import { purchaseRatesMigration } from './migrations/0221-purchase-rates.ts';
import { reachedTiersMigration } from './migrations/0223-reached-tiers.ts';
import { pointsOfAPeriodMigration } from './migrations/0224-points-of-a-period.ts';
import { guestAlertsMigration } from './migrations/0231-guest-alerts.ts';
import { rewardStepsMigration } from './migrations/0225-reward-steps.ts';
import { chipInMigration } from './migrations/0230-chip-in.ts';
import { campaignsMigration } from './migrations/0250-campaigns.ts';
import { guestAlertLanguagesMigration } from './migrations/0251-guest-alert-languages.ts';
import { qualifyingPeriodsMigration } from './migrations/0160-qualifying-periods.ts';

/** Every migration by name, in order. Listed here, so that a stray file in the folder is not run. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-profiles': profilesMigration,
  '0002-incentives': incentivesMigration,
  '0003-lists': listsMigration,
  '0004-idempotency': idempotencyMigration,
  '0005-access': accessMigration,
  '0006-records': recordsMigration,
  '0010-ledger': ledgerMigration,
  '0011-benefits': benefitsMigration,
  '0012-redemptions': redemptionsMigration,
  '0020-profile-moves': profileMovesMigration,
  '0030-commerce': commerceMigration,
  '0040-jobs': jobsMigration,
  '0041-events': eventsMigration,
  '0042-loads': loadsMigration,
  '0050-raw-input': rawInputMigration,
  '0060-credit-times': creditTimesMigration,
  '0061-reminders-due': remindersDueMigration,
  '0070-housekeeping': housekeepingMigration,
  '0080-action-runs': actionRunsMigration,
  '0081-storefront-tokens': storefrontTokensMigration,
  '0082-emails': emailsMigration,
  '0090-refunds': refundsMigration,
  '0100-achievement-criteria': achievementCriteriaMigration,
  '0101-automation-runs': automationRunsMigration,
  '0102-messages': messagesMigration,
  '0103-notices': noticesMigration,
  '0130-share-claims': shareClaimsMigration,
  '0131-client-secrets': clientSecretsMigration,
  '0132-sync-marks': syncMarksMigration,
  '0133-claimed-purchases': claimedPurchasesMigration,
  '0140-typed-codes': typedCodesMigration,
  '0141-open-refunds': openRefundsMigration,
  '0150-imported-rows': importedRowsMigration,
  '0160-qualifying-periods': qualifyingPeriodsMigration,
  '0161-partial-returns': partialReturnsMigration,
  '0170-delivery-answers': deliveryAnswersMigration,
  '0175-list-variants': listVariantsMigration,
  '0180-custom-products-of-others': customProductsOfOthersMigration,
  '0190-refunds-by-name': refundsByNameMigration,
  '0191-purchase-lines': purchaseLinesMigration,
  '0192-batch-warnings': batchWarningsMigration,
  '0200-catalogue-changes': catalogueChangesMigration,
  '0210-typed-text': typedTextMigration,
  '0220-list-item-authors': listItemAuthorsMigration,
  '0221-purchase-rates': purchaseRatesMigration,
  // Once more, with the form of today: characters that a removed separator held apart.
  '0222-typed-text-composed': typedTextMigration,
  '0223-reached-tiers': reachedTiersMigration,
  '0224-points-of-a-period': pointsOfAPeriodMigration,
  '0225-reward-steps': rewardStepsMigration,
  '0230-chip-in': chipInMigration,
  '0231-guest-alerts': guestAlertsMigration,
  '0250-campaigns': campaignsMigration,
  '0251-guest-alert-languages': guestAlertLanguagesMigration,
};

/**
 * Applies the missing migrations, `upTo` one of them by its name. Several processes may do so at the same time: the migrator holds a
 * database lock.
 */
export async function migrate(db: Database, upTo?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
}
