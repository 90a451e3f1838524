import * as on from '../../endpoints/configuration/index.ts';
import { creditDefinitionShape } from '../credit-definition.ts';
import { customFieldShape } from '../custom-field.ts';
import { data, page } from '../envelope.ts';
import { accepted } from '../records/automation.ts';
import { group } from '../records/commerce.ts';
import {
  brandShape,
  calculatedRate,
  calculateRate,
  cloneDefinition,
  connectionDefinitionShape,
  connectionShape,
  countryShape,
  currencyShape,
  departmentShape,
  handlesToDelete,
  profileRegionShape,
  rateShape,
  regionShape,
  roleDefinitionShape,
  savedFilterShape,
  statusShape,
  systemShape,
  tagShape,
} from '../records/configuration.ts';
import {
  achievementDefinitionShape,
  benefitDefinitionShape,
  pointDefinitionShape,
} from '../records/incentives.ts';
import { rewardDefinitionShape } from '../reward.ts';
import { tierDefinitionShape } from '../tier.ts';
import { contract, plain } from './contract.ts';

/** What each endpoint of the section takes and answers. */
export const configurationContracts = [
  ...plain(achievementDefinitionShape, {
    browse: on.achievementDefinitions,
    add: on.addAchievementDefinition,
    read: on.readAchievementDefinition,
    edit: on.editAchievementDefinition,
    remove: on.deleteAchievementDefinition,
  }),
  ...plain(benefitDefinitionShape, {
    browse: on.benefitDefinitions,
    add: on.addBenefitDefinition,
    read: on.readBenefitDefinition,
    edit: on.editBenefitDefinition,
    remove: on.deleteBenefitDefinition,
  }),
  ...plain(brandShape, {
    browse: on.brands,
    add: on.addBrand,
    read: on.readBrand,
    edit: on.editBrand,
    remove: on.deleteBrand,
  }),
  ...plain(connectionShape, {
    browse: on.connections,
    add: on.addConnection,
    read: on.readConnection,
    edit: on.editConnection,
    remove: on.deleteConnection,
  }),
  ...plain(connectionDefinitionShape, {
    browse: on.connectionDefinitions,
    add: on.addConnectionDefinition,
    read: on.readConnectionDefinition,
    edit: on.editConnectionDefinition,
    remove: on.deleteConnectionDefinition,
  }),
  ...plain(countryShape, {
    browse: on.countries,
    add: on.addCountry,
    read: on.readCountry,
    edit: on.editCountry,
    remove: on.deleteCountry,
  }),
  ...plain(creditDefinitionShape, {
    browse: on.creditDefinitions,
    add: on.addCreditDefinition,
    read: on.readCreditDefinition,
    edit: on.editCreditDefinition,
    remove: on.deleteCreditDefinition,
  }),
  ...plain(currencyShape, {
    browse: on.currencies,
    add: on.addCurrency,
    read: on.readCurrency,
    edit: on.editCurrency,
    remove: on.deleteCurrency,
  }),
  ...plain(customFieldShape, {
    browse: on.customFields,
    add: on.addCustomField,
    remove: on.deleteCustomField,
  }),
  ...plain(departmentShape, {
    browse: on.departments,
    add: on.addDepartment,
    read: on.readDepartment,
    edit: on.editDepartment,
    remove: on.deleteDepartment,
  }),
  ...plain(pointDefinitionShape, {
    browse: on.pointDefinitions,
    add: on.addPointDefinition,
    read: on.readPointDefinition,
    edit: on.editPointDefinition,
    remove: on.deletePointDefinition,
  }),
  ...plain(profileRegionShape, {
    browse: on.profileRegions,
    add: on.addProfileRegion,
    read: on.readProfileRegion,
    edit: on.editProfileRegion,
    remove: on.deleteProfileRegion,
  }),
  ...plain(rateShape, {
    browse: on.rates,
    add: on.addRate,
    read: on.readRate,
    edit: on.editRate,
    remove: on.deleteRate,
  }),
  ...plain(regionShape, {
    browse: on.regions,
    add: on.addRegion,
    read: on.readRegion,
    edit: on.editRegion,
    remove: on.deleteRegion,
  }),
  ...plain(rewardDefinitionShape, {
    browse: on.rewardDefinitions,
    add: on.addRewardDefinition,
    read: on.readRewardDefinition,
    edit: on.editRewardDefinition,
    remove: on.deleteRewardDefinition,
  }),
  ...plain(roleDefinitionShape, {
    browse: on.roleDefinitions,
    add: on.addRoleDefinition,
    read: on.readRoleDefinition,
    edit: on.editRoleDefinition,
    remove: on.deleteRoleDefinition,
  }),
  ...plain(savedFilterShape, {
    browse: on.savedFilters,
    add: on.addSavedFilter,
    read: on.readSavedFilter,
    edit: on.editSavedFilter,
    remove: on.deleteSavedFilter,
  }),
  ...plain(statusShape, {
    browse: on.statuses,
    add: on.addStatus,
    read: on.readStatus,
    edit: on.editStatus,
    remove: on.deleteStatus,
  }),
  ...plain(systemShape, {
    browse: on.systems,
    add: on.addSystem,
    read: on.readSystem,
    remove: on.deleteSystem,
  }),
  ...plain(tagShape, { browse: on.tags, add: on.addTag, read: on.readTag, remove: on.deleteTag }),
  ...plain(customFieldShape, {
    browse: on.tenantCustomFields,
    add: on.addTenantCustomField,
    read: on.readTenantCustomField,
    edit: on.editTenantCustomField,
    remove: on.deleteTenantCustomField,
  }),
  ...plain(tierDefinitionShape, {
    browse: on.tierDefinitions,
    add: on.addTierDefinition,
    read: on.readTierDefinition,
    edit: on.editTierDefinition,
    remove: on.deleteTierDefinition,
  }),
  contract(on.cloneBenefitDefinition, data(benefitDefinitionShape.record), cloneDefinition),
  contract(on.groupBenefitDefinitions, page(group)),
  contract(on.readBenefitDefinitionByHandle, data(benefitDefinitionShape.record)),
  contract(on.batchDeleteCustomFields, data(accepted), handlesToDelete),
  contract(on.searchCustomFields, page(customFieldShape.record)),
  contract(on.calculateRate, data(calculatedRate), calculateRate),
  contract(on.searchRateAttributes, page(rateShape.record)),
];
