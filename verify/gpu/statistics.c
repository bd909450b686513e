// Has kernels compiled by the first Vulkan driver, and prints what the driver tells of each: a line for a statistic, of the
// file, the statistic's name and its value, with tabs between. Nothing is run, so a driver without a card is enough.
//
//   statistics KERNEL.spv...

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

// Binding 0 has the parameters, the others are storage; no kernel has more (src/engine/gpu/device.rs).
enum { BINDINGS = 9, MOST_STATISTICS = 64 };

static void check(VkResult result, const char *what) {
    if (result != VK_SUCCESS) {
        fprintf(stderr, "%s: error %d\n", what, result);
        exit(1);
    }
}

static VkPhysicalDevice first_device(void) {
    const VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .apiVersion = VK_API_VERSION_1_3,
    };
    const VkInstanceCreateInfo about = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pApplicationInfo = &application,
    };
    VkInstance instance;
    check(vkCreateInstance(&about, NULL, &instance), "vkCreateInstance");
    uint32_t count = 1;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    const VkResult result = vkEnumeratePhysicalDevices(instance, &count, &physical);
    if (result != VK_INCOMPLETE) {
        check(result, "vkEnumeratePhysicalDevices");
    }
    if (count == 0) {
        fputs("no device\n", stderr);
        exit(1);
    }
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physical, &properties);
    printf("device\t%s\t%" PRIu32 "\n", properties.deviceName, properties.driverVersion);
    return physical;
}

// With the checks of accesses that wgpu asks for where a driver has them.
static VkDevice open_device(VkPhysicalDevice physical) {
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR statistics = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
        .pipelineExecutableInfo = VK_TRUE,
    };
    VkPhysicalDeviceRobustness2FeaturesEXT robustness = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT,
        .pNext = &statistics,
        .robustBufferAccess2 = VK_TRUE,
    };
    const VkPhysicalDeviceFeatures features = {.robustBufferAccess = VK_TRUE};
    const char *extensions[] = {
        VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME,
        VK_EXT_ROBUSTNESS_2_EXTENSION_NAME,
    };
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    const VkDeviceCreateInfo about = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &robustness,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = sizeof extensions / sizeof *extensions,
        .ppEnabledExtensionNames = extensions,
        .pEnabledFeatures = &features,
    };
    VkDevice device;
    check(vkCreateDevice(physical, &about, NULL, &device), "vkCreateDevice");
    return device;
}

static VkPipelineLayout layout_of_bindings(VkDevice device) {
    VkDescriptorSetLayoutBinding bindings[BINDINGS];
    for (uint32_t i = 0; i < BINDINGS; i++) {
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = i,
            .descriptorType = i == 0 ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
        };
    }
    const VkDescriptorSetLayoutCreateInfo about_set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = BINDINGS,
        .pBindings = bindings,
    };
    VkDescriptorSetLayout set;
    check(vkCreateDescriptorSetLayout(device, &about_set, NULL, &set), "vkCreateDescriptorSetLayout");
    const VkPipelineLayoutCreateInfo about = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &set,
    };
    VkPipelineLayout layout;
    check(vkCreatePipelineLayout(device, &about, NULL, &layout), "vkCreatePipelineLayout");
    return layout;
}

static VkShaderModule read_module(VkDevice device, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(1);
    }
    const size_t bytes = ftell(file);
    rewind(file);
    uint32_t *words = malloc(bytes);
    if (words == NULL || fread(words, 1, bytes, file) != bytes) {
        perror(path);
        exit(1);
    }
    fclose(file);
    const VkShaderModuleCreateInfo about = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = bytes,
        .pCode = words,
    };
    VkShaderModule module;
    check(vkCreateShaderModule(device, &about, NULL, &module), path);
    free(words);
    return module;
}

static void print(const char *path, const VkPipelineExecutableStatisticKHR *statistic) {
    const VkPipelineExecutableStatisticValueKHR value = statistic->value;
    printf("%s\t%s\t", path, statistic->name);
    switch (statistic->format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR: printf("%" PRIu32 "\n", value.b32); break;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR: printf("%" PRId64 "\n", value.i64); break;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR: printf("%" PRIu64 "\n", value.u64); break;
    default: printf("%g\n", value.f64);
    }
}

int main(int count, char **paths) {
    const VkDevice device = open_device(first_device());
    const VkPipelineLayout layout = layout_of_bindings(device);
    const PFN_vkGetPipelineExecutableStatisticsKHR statistics_of =
        (PFN_vkGetPipelineExecutableStatisticsKHR)vkGetDeviceProcAddr(device, "vkGetPipelineExecutableStatisticsKHR");
    for (int i = 1; i < count; i++) {
        const VkComputePipelineCreateInfo about = {
            .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
            .flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR,
            .stage = {
                .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = read_module(device, paths[i]),
                .pName = "main",
            },
            .layout = layout,
        };
        VkPipeline pipeline;
        check(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &about, NULL, &pipeline), paths[i]);
        // A compute pipeline is one executable.
        const VkPipelineExecutableInfoKHR executable = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
            .pipeline = pipeline,
        };
        VkPipelineExecutableStatisticKHR statistics[MOST_STATISTICS];
        for (uint32_t s = 0; s < MOST_STATISTICS; s++) {
            statistics[s] = (VkPipelineExecutableStatisticKHR){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR,
            };
        }
        uint32_t statistic_count = MOST_STATISTICS;
        check(statistics_of(device, &executable, &statistic_count, statistics), "vkGetPipelineExecutableStatisticsKHR");
        for (uint32_t s = 0; s < statistic_count; s++) {
            print(paths[i], &statistics[s]);
        }
    }
    return 0;
}
